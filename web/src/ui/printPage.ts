/** Page numbers on every page. A style sheet, because only CSS can number pages. */
const numbered = (size: string) => `@page { size: ${size}; margin: 15mm 12mm;
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; } }`;

/** Numbers the pages of what is printed from now on; answers what ends it. */
export function numberPages(size: 'letter' | 'letter landscape'): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(numbered(size));
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** Prints what is on the screen, with numbered pages. */
export function printPage(size: 'letter' | 'letter landscape' = 'letter'): void {
  const end = numberPages(size);
  window.addEventListener('afterprint', end, { once: true });
  window.print();
}
