import { writeFile } from 'node:fs/promises';

import { createRenderer } from '@careloop/server/src/platform/rendering/renderer';
import { expect } from '@playwright/test';
import type { Page, TestInfo } from '@playwright/test';

/** Captures what the open page prints from its frames, including images. */
export async function keepPrints(page: Page): Promise<void> {
  // Print frames are appended to the end of the page; document frames are inside it.
  await page.evaluate(`
    URL.revokeObjectURL = () => {};
    new MutationObserver((records) => {
      for (const { addedNodes } of records)
        for (const node of addedNodes) if (node.tagName === 'IFRAME') window.printed = node.srcdoc;
    }).observe(document.body, { childList: true });`);
}

/** The text of each sheet of the last print; the PDF is saved with the test results. */
export async function printedSheets(page: Page, info: TestInfo, name: string): Promise<string[]> {
  await isTrue(page, "'printed' in window");
  const html = await page.evaluate<string>('{ const text = window.printed; delete window.printed; text }');
  // A frame cannot be printed to a file, so its content is put into a new page of the same origin, where the images can
  // be loaded. A window opened by the page itself would be blocked while the browser is printing.
  const paper = await page.context().newPage();
  await paper.route('**/printed.html', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await paper.goto('/printed.html');
  await isTrue(paper, '[...document.images].every((image) => image.complete && image.naturalWidth > 0)');
  const file = info.outputPath(`${name}.pdf`);
  await writeFile(file, await paper.pdf({ preferCSSPageSize: true, printBackground: true }));
  await paper.close();
  return await textOf(file);
}

/** Waits for a condition in the page. Playwright's own polling is blocked by the page's policy against eval. */
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
