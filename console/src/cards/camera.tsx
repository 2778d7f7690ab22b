/** The camera with a frame to hold a card in; a picture of what is inside the frame is handed over. */
import { useEffect, useRef, useState } from 'preact/hooks';

interface CameraProps {
  onPhoto: (photo: Blob) => void;
  onClose: () => void;
}

/** Cards are 63 by 88 mm; the frame takes this share of the picture's height, and a little around it is kept. */
const CARD_RATIO = 63 / 88;
const FRAME_SHARE = 0.86;
const MARGIN = 1.08;
const JPEG_QUALITY = 0.9;

const PROBLEMS: Record<string, string> = {
  NotAllowedError: 'The camera was not allowed. The browser’s settings for this page can allow it.',
  NotFoundError: 'There is no camera on this device.',
  NotReadableError: 'Another program is using the camera.',
};

/** What is inside the frame, with a margin. */
function framed(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth, videoHeight } = video;
  const height = Math.min(videoHeight, videoHeight * FRAME_SHARE * MARGIN);
  const width = Math.min(videoWidth, height * CARD_RATIO * MARGIN);
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width);
  canvas.height = Math.round(height);
  const place = [(videoWidth - width) / 2, (videoHeight - height) / 2] as const;
  canvas.getContext('2d')?.drawImage(video, ...place, width, height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
}

const cameraOf = (): Promise<MediaStream> => {
  // Browsers give the camera to secure pages only; elsewhere there is nothing to ask.
  if (!navigator.mediaDevices) throw new DOMException('', 'SecurityError');
  const wanted = { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1440 } };
  return navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
};

/** Shows the camera in a video for as long as the page has it. */
function useCamera() {
  const video = useRef<HTMLVideoElement>(null);
  const [isReady, setReady] = useState(false);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const end = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const open = async () => {
      stream = await cameraOf();
      // Who left while the camera was asked for would leave it on.
      if (isGone || !video.current) return end();
      video.current.srcObject = stream;
      await video.current.play();
      setReady(true);
    };
    open().catch((cause: unknown) => {
      if (isGone) return;
      const name = cause instanceof DOMException ? cause.name : '';
      setProblem(
        PROBLEMS[name] ?? 'The camera works on https pages and on localhost only. Choose or paste a file instead.',
      );
    });
    return () => {
      isGone = true;
      end();
    };
  }, []);
  return { video, isReady, problem };
}

export function Camera({ onPhoto, onClose }: CameraProps) {
  const { video, isReady, problem } = useCamera();
  const take = async () => {
    const photo = video.current && (await framed(video.current));
    if (photo) onPhoto(photo);
  };
  return (
    <section class="camera" aria-label="Camera">
      {problem ? (
        <p class="notice notice-bad" role="alert">
          {problem}
        </p>
      ) : (
        <div class="camera-view">
          <video ref={video} muted playsInline aria-label="What the camera sees" />
          <span class="camera-frame" aria-hidden="true" />
        </div>
      )}
      <div class="tools">
        {!problem && (
          <button type="button" class="primary" disabled={!isReady} onClick={() => void take()}>
            Scan what is in the frame
          </button>
        )}
        <button type="button" onClick={onClose}>
          Close the camera
        </button>
      </div>
    </section>
  );
}
