interface PageMargins {
  margin: string;
  size?: 'letter' | 'letter landscape';
  /** Whom the pages are about. */
  topLeft?: string;
  bottomLeft?: string;
  /** Font size; defaults to 9. */
  points?: number;
}

/** A CSS string that can also be part of an HTML page. */
const quoted = (text: string) => `"${text.replace(/["\\\n<]/g, ' ')}"`;

/** A style sheet with "Page n of m" and other texts in the margins of every printed page. Only CSS can number pages. */
export function pageMargins({ margin, size, topLeft = '', bottomLeft = '', points = 9 }: PageMargins): string {
  return `@page { margin: ${margin}; ${size === undefined ? '' : `size: ${size};`}
    @top-left { content: ${quoted(topLeft)}; font: 600 ${points}pt sans-serif; }
    @bottom-left { content: ${quoted(bottomLeft)}; font: ${points}pt sans-serif; }
    @bottom-right { content: "Page " counter(page) " of " counter(pages); font: ${points}pt sans-serif; } }`;
}

/** Adds a style sheet to the page until the returned function is called. */
export function adoptStyles(css: string): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** Numbers printed pages from now on. Returns a function that stops it. */
export function numberPages(size: 'letter' | 'letter landscape', subject = ''): () => void {
  return adoptStyles(pageMargins({ margin: '15mm 12mm', size, bottomLeft: subject }));
}

/** Prints the current screen on numbered pages that name the subject. */
export function printPage(subject: string, size: 'letter' | 'letter landscape' = 'letter'): void {
  const end = numberPages(size, subject);
  window.addEventListener('afterprint', end, { once: true });
  window.print();
}
