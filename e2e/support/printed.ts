import { writeFile } from 'node:fs/promises';

import { createRenderer } from '@careloop/server/src/rendering/renderer';
import { expect } from '@playwright/test';
import type { Page, TestInfo } from '@playwright/test';

/** Keeps what the open page prints from its frames, pictures included. */
export async function keepPrints(page: Page): Promise<void> {
  // Frames for printing are put at the end of the page; those of documents are inside of it.
  await page.evaluate(`
    URL.revokeObjectURL = () => {};
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.tagName === 'IFRAME') window.printed = node.srcdoc;
    }).observe(document.body, { childList: true });`);
}

/** The text of each sheet that the last print makes, as a printer gets it; the PDF is kept beside the results. */
export async function printedSheets(page: Page, info: TestInfo, name: string): Promise<string[]> {
  await isTrue(page, "'printed' in window");
  const html = await page.evaluate<string>('{ const text = window.printed; delete window.printed; text }');
  // A page of the same origin, in which the pictures can be loaded; a frame cannot be printed to a file. A window that the
  // page opens itself is refused while the browser still prints.
  const paper = await page.context().newPage();
  await paper.route('**/printed.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await paper.goto('/printed.html');
  await isTrue(paper, '[...document.images].every((image) => image.complete && image.naturalWidth > 0)');
  const file = info.outputPath(`${name}.pdf`);
  await writeFile(file, await paper.pdf({ preferCSSPageSize: true, printBackground: true }));
  await paper.close();
  return await textOf(file);
}

/** Waits for a condition of the page. The page's own polling is not allowed to evaluate text. */
async function isTrue(page: Page, condition: string): Promise<void> {
  await expect.poll(async () => await page.evaluate<boolean>(condition)).toBe(true);
}

/** The text of each page of a PDF. */
async function textOf(file: string): Promise<string[]> {
  const renderer = createRenderer({ processes: 1 });
  try {
    return await renderer.ask('text', { key: file, path: file, kind: 'pdf' }, {});
  } finally {
    await renderer.close();
  }
}
