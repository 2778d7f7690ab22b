/** Where the focus goes: by arrow keys over the links and buttons of a list, as in a menu, and to what came last. */

/** Moves the focus from one to the next; above the first one to `back`, where that is there. */
export function walk(event: KeyboardEvent, back: HTMLElement | null): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('li > :is(a, button)')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  if (at <= 0 && event.key === 'ArrowUp') back?.focus();
  else stops[at + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}

/** Shows more in the place of a button, which may go: what came first there has the focus then. */
export function showMore(button: EventTarget, show: () => void): void {
  const stops = () => [...document.querySelectorAll<HTMLElement>('main :is(a, button, input, select, summary)')];
  const at = stops().indexOf(button as HTMLElement);
  show();
  requestAnimationFrame(() => stops()[at]?.focus({ preventScroll: true }));
}
