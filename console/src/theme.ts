/** Sets the chosen theme before the first paint; without a choice the system's is followed. */
const chosen = localStorage.getItem('cardstock.theme');
if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
