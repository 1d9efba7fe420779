const linesOnPage = 58;

/** Lines of a text by page. */
export function pagesOf(text: string): string[][] {
  const lines = text.split('\n');
  const count = Math.max(1, Math.ceil(lines.length / linesOnPage));
  return Array.from({ length: count }, (_, page) => lines.slice(page * linesOnPage, (page + 1) * linesOnPage));
}

/** Width and height of a page in points: a US letter. */
export const letter = [612, 792] as const;

/** Text as a PDF in Courier, as printed by an older records system. */
export function pdfOf(text: string): Buffer {
  const pages = pagesOf(text);
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>',
    ...pages.flatMap((lines, index) => {
      const shown = lines.map((line) => `(${line.replace(/[()\\]/g, String.raw`\$&`)}) Tj T*`).join('\n');
      const content = `BT /F1 10 Tf 12 TL 54 738 Td\n${shown}\n(Page ${index + 1} of ${pages.length}) Tj ET`;
      const media = `[0 0 ${letter.join(' ')}]`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox${media}/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + index * 2} 0 R>>`,
        `<</Length ${Buffer.from(content, 'latin1').length}>>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = Buffer.from(body, 'latin1').length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = Buffer.from(body, 'latin1').length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${entries}${end}`, 'latin1');
}
