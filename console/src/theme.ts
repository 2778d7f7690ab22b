/** Sets the chosen theme before the first paint; without a choice the system's is followed, also when it changes. */
const chosen = localStorage.getItem('cardstock.theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () =>
  dispatchEvent(new Event('cardstock:theme')),
);
