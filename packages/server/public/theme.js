// Runs before anything is painted, so that the page never flashes in the other theme.
try {
  const chosen = localStorage.getItem('theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be switched off; the system's theme holds.
}
