/** Lines per page, as in a printed record. */
const linesOnPage = 48;

/** A text PDF with a cross-reference table. */
export function bookOf(pageCount: number): Buffer {
  const pageNumber = (index: number) => 4 + index * 2;
  const kids = Array.from({ length: pageCount }, (_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects: Buffer[] = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from(`<</Type/Pages/Kids[${kids}]/Count ${pageCount}>>`),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
  ];
  for (let index = 0; index < pageCount; index += 1) {
    const content = contentOf(index + 1);
    objects.push(
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${pageNumber(index) + 1} 0 R>>`,
      ),
      streamOf(Buffer.from(content)),
    );
  }
  return written(objects);
}

function contentOf(page: number): string {
  const lines = Array.from(
    { length: linesOnPage },
    (_, line) => `(Page ${page}, line ${line + 1}: seen today, blood pressure 128/82, no change in treatment.) Tj T*`,
  );
  return `BT /F1 10 Tf 14 TL 54 740 Td ${lines.join(' ')} ET`;
}

function streamOf(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`<</Length ${content.length}>>stream\n`), content, Buffer.from('\nendstream')]);
}

function written(objects: readonly Buffer[]): Buffer {
  const parts = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((object, index) => {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]);
    const at = length;
    parts.push(part);
    length += part.length;
    return at;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table)]);
}
