const attribute = 'data-mantine-color-scheme';

/** Switches to light colors while printing: those of dark mode are too pale on paper. */
export function printInLightColors(): void {
  const root = document.documentElement;
  let shown: string | null = null;
  const change = (isPrinted: boolean) => {
    if (isPrinted && shown === null) {
      shown = root.getAttribute(attribute);
      root.setAttribute(attribute, 'light');
    } else if (!isPrinted && shown !== null) {
      root.setAttribute(attribute, shown);
      shown = null;
    }
  };
  // Some browsers fire the print events, others only the media query.
  window.addEventListener('beforeprint', () => change(true));
  window.addEventListener('afterprint', () => change(false));
  window.matchMedia('print').addEventListener('change', ({ matches }) => change(matches));
}
