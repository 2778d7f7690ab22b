/** A picture, or what stands in its place where there is none and where it does not come. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface PictureProps {
  src: string | null | undefined;
  /** Empty where the words beside it say what it shows. */
  alt: string;
  class?: string;
  width?: number;
  height?: number;
  /** Whether it waits until it is nearly in sight. */
  isLazy?: boolean;
  /** In its place. */
  children?: ComponentChildren;
}

export function Picture({ src, alt, isLazy = false, children, ...rest }: PictureProps) {
  // The address that nothing came from: another one is tried anew.
  const [lost, setLost] = useState<string>();
  if (!src || src === lost) return <>{children}</>;
  const load = isLazy ? ({ loading: 'lazy', decoding: 'async' } as const) : {};
  return <img {...rest} {...load} src={src} alt={alt} onError={() => setLost(src)} />;
}
