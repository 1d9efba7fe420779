/* oxlint-disable no-var, no-unused-vars -- must run in old browsers */
// Sets the chosen color scheme, or the system's, before the first paint, so that nothing flashes.
(function () {
  var chosen = 'auto';
  try {
    chosen = localStorage.getItem('careloop-color-scheme') || 'auto';
  } catch (error) {
    // Storage may be disabled; then the system's scheme is used.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  // Browsers without light-dark() are too old for the portal. This file itself must run in all of them.
  if (!window.CSS || !CSS.supports || !CSS.supports('color', 'light-dark(#000, #fff)')) {
    var notice = document.createElement('script');
    notice.src = '/provider/browser-notice.js';
    document.head.appendChild(notice);
  }
})();
