/* oxlint-disable no-var -- must run in old browsers */
// Says that the portal does not support this browser, and which ones it does (docs/domain/screens.md). Loaded by browsers
// too old for the portal, so it sticks to the JavaScript they understand.
(function () {
  var isInternetExplorer = /MSIE |Trident\//.test(navigator.userAgent);
  var title = isInternetExplorer
    ? 'Internet Explorer is not supported.'
    : 'This version of your browser is not supported.';
  var browsers = ['Microsoft Edge', 'Google Chrome', 'Mozilla Firefox', 'Apple Safari'];

  /**
   * @param {HTMLElement} parent
   * @param {string} name
   * @param {string} text
   * @param {string} style
   */
  function add(parent, name, text, style) {
    var element = document.createElement(name);
    if (text) element.appendChild(document.createTextNode(text));
    if (style) element.style.cssText = style;
    parent.appendChild(element);
    return element;
  }

  function tell() {
    var notice = document.createElement('div');
    notice.setAttribute('role', 'alert');
    notice.style.cssText =
      'padding:24px 32px;border-bottom:1px solid #f4d58b;background:#fdf6e6;color:#18211f;font:16px/1.5 system-ui,"Segoe UI",Arial,sans-serif';
    add(notice, 'h1', title, 'margin:0 0 8px;font-size:20px');
    add(notice, 'p', 'Please open this page in a current version of one of these browsers:', 'margin:0 0 8px');
    var list = add(notice, 'ul', '', 'margin:0;padding-left:24px');
    for (var index = 0; index < browsers.length; index += 1) add(list, 'li', browsers[index]);
    document.body.insertBefore(notice, document.body.firstChild);
  }

  if (document.body) tell();
  else document.addEventListener('DOMContentLoaded', tell);
})();
