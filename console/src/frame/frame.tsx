/** What the console and the reference have around their pages: the bar with its menu, the ways, the place of the content. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

function BrandSign() {
  return (
    <svg class="brand-sign" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="9.5" y="4" width="16" height="22" rx="3" transform="rotate(9 17 15)" />
      <rect x="6" y="5" width="16" height="22" rx="3" />
      <path d="M9.5 20.5l3.2-4 2.6 2.6 3.4-5.6" />
    </svg>
  );
}

/** The sign with the name, inside a link of either page. */
export function Brand() {
  return (
    <>
      <BrandSign />
      <span>Cardstock</span>
    </>
  );
}

const isDark = (): boolean =>
  document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;

/** From light to dark and back, kept for the next visit. */
export function turnTheme(): void {
  const next = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem('cardstock.theme', next);
  dispatchEvent(new Event('cardstock:theme'));
}

function ThemeButton() {
  const [dark, setDark] = useState(isDark);
  useEffect(() => {
    const look = () => setDark(isDark());
    addEventListener('cardstock:theme', look);
    return () => removeEventListener('cardstock:theme', look);
  }, []);
  const label = dark ? 'Use the light theme' : 'Use the dark theme';
  return (
    <button type="button" class="plain" onClick={turnTheme} aria-label={label} title={label}>
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}

/** The menu of narrow windows: a step to another page, Escape and a touch beside it close it. */
function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const ways = useRef<HTMLElement>(null);
  // Before the next touch can come: an effect after the frame missed one that followed at once.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const close = () => setOpen(false);
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      button.current?.focus();
    };
    const onPointer = ({ target }: PointerEvent) => {
      const isInside = [button.current, ways.current].some((part) => part?.contains(target as Node));
      if (!isInside) close();
    };
    const onClick = ({ target }: MouseEvent) => {
      if ((target as Element).closest('a')) close();
    };
    const node = ways.current;
    addEventListener('popstate', close);
    addEventListener('keydown', onKey);
    addEventListener('pointerdown', onPointer);
    node?.addEventListener('click', onClick);
    return () => {
      removeEventListener('popstate', close);
      removeEventListener('keydown', onKey);
      removeEventListener('pointerdown', onPointer);
      node?.removeEventListener('click', onClick);
    };
  }, [isOpen]);
  return { isOpen, setOpen, button, ways };
}

interface FrameProps {
  /** The link to the start. */
  brand: ComponentChildren;
  /** What stands in the bar beside it. */
  tools: ComponentChildren;
  /** What the ways are ways of, for readers by ear. */
  label: string;
  ways: ComponentChildren;
  /** Whether there is one page only, and no ways. */
  isBare?: boolean;
  mainClass?: string;
  children: ComponentChildren;
}

export function Frame({ brand, tools, label, ways, isBare = false, mainClass, children }: FrameProps) {
  const menu = useMenu();
  const { isOpen } = menu;
  return (
    <>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <header class="head">
        <button
          ref={menu.button}
          type="button"
          class="plain menu-button"
          aria-expanded={isOpen}
          aria-controls="ways"
          aria-label={isOpen ? 'Close the menu' : 'Open the menu'}
          onClick={() => menu.setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'close' : 'menu'} />
        </button>
        {brand}
        {tools}
        <ThemeButton />
      </header>
      <div class={isBare ? 'frame frame-bare' : 'frame'}>
        <nav ref={menu.ways} id="ways" class={isOpen ? 'ways is-open' : 'ways'} aria-label={label}>
          {ways}
        </nav>
        <main id="main" class={mainClass} tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}
