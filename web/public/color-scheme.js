/* oxlint-disable no-var, no-unused-vars -- read by browsers that know nothing newer */
// Before the first paint, so that nothing flashes: the chosen colour scheme, or the system's.
(function () {
  var chosen = 'auto';
  try {
    chosen = localStorage.getItem('careloop-color-scheme') || 'auto';
  } catch (error) {
    // Storage may be switched off; then the system decides.
  }
  var isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  // What does not know these colours is too old for everything else. This file itself must be read by all of them.
  if (!window.CSS || !CSS.supports || !CSS.supports('color', 'light-dark(#000, #fff)')) {
    var notice = document.createElement('script');
    notice.src = '/provider/browser-notice.js';
    document.head.appendChild(notice);
  }
})();
