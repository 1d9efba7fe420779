/** Page numbers on every page, and whom they are about. A style sheet, because only CSS can number pages. */
const numbered = (size: string, subject: string) => `@page { size: ${size}; margin: 15mm 12mm;
  @bottom-left { content: "${subject.replace(/["\\\n]/g, ' ')}"; font: 9pt sans-serif; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; } }`;

/** Numbers the pages of what is printed from now on; answers what ends it. */
export function numberPages(size: 'letter' | 'letter landscape', subject = ''): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(numbered(size, subject));
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** Prints what is on the screen, on numbered pages that name what they are about. */
export function printPage(subject: string): void {
  const end = numberPages('letter', subject);
  window.addEventListener('afterprint', end, { once: true });
  window.print();
}
