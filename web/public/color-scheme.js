// Before the first paint, so that nothing flashes: the chosen colour scheme, or the system's.
(function () {
  let chosen = 'auto';
  try {
    chosen = localStorage.getItem('careloop-color-scheme') || 'auto';
  } catch {
    // Storage may be switched off; then the system decides.
  }
  const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
})();
