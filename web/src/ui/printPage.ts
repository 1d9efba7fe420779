/** Puts page numbers and the subject's name on every printed page. Only CSS can number pages, hence a style sheet. */
const numbered = (size: string, subject: string) => `@page { size: ${size}; margin: 15mm 12mm;
  @bottom-left { content: "${subject.replace(/["\\\n]/g, ' ')}"; font: 9pt sans-serif; }
  @bottom-right { content: "Page " counter(page) " of " counter(pages); font: 9pt sans-serif; } }`;

/** Numbers printed pages from now on. Returns a function that stops it. */
export function numberPages(size: 'letter' | 'letter landscape', subject = ''): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(numbered(size, subject));
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}

/** Prints the current screen on numbered pages that name the subject. */
export function printPage(subject: string): void {
  const end = numberPages('letter', subject);
  window.addEventListener('afterprint', end, { once: true });
  window.print();
}
