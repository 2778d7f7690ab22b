/** What the heads of the console and of the reference share: the sign, and the choice of the theme. */
import { useState } from 'preact/hooks';
import { Icon } from './icons.tsx';

export function BrandSign() {
  return (
    <svg class="brand-sign" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="9.5" y="4" width="16" height="22" rx="3" transform="rotate(9 17 15)" />
      <rect x="6" y="5" width="16" height="22" rx="3" />
      <path d="M9.5 20.5l3.2-4 2.6 2.6 3.4-5.6" />
    </svg>
  );
}

const isDark = (): boolean =>
  document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;

export function ThemeButton() {
  const [dark, setDark] = useState(isDark);
  const turn = () => {
    const next = dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = next;
    localStorage.setItem('cardstock.theme', next);
    setDark(!dark);
    dispatchEvent(new Event('cardstock:theme'));
  };
  const label = dark ? 'Use the light theme' : 'Use the dark theme';
  return (
    <button type="button" class="plain" onClick={turn} aria-label={label} title={label}>
      <Icon name={dark ? 'sun' : 'moon'} />
    </button>
  );
}
