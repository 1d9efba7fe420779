import { setTimeout as pause } from 'node:timers/promises';

import { findInDocument, getDocumentPage } from '@careloop/contracts/charts/viewer';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { hostilePdfs } from '../../../test/hostilePdfs.ts';
import { pdfOf } from '../../../test/pdfs.ts';
import { buildUploader, fileOf, okUpload } from '../../../test/uploads.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await app.deps.renderer.close();
  // As the product starts it on a machine with two cores.
  app.deps.renderer = createRenderer({ processes: 2 });
});
afterAll(() => app.stop());

type Uploader = Awaited<ReturnType<typeof buildUploader>>;
async function upload({ caller, form }: Uploader, content: string | Uint8Array): Promise<number> {
  const { documents } = await okUpload(caller, { ...form, file: fileOf(content, 'Letter.pdf') });
  return documents[0]?.patientDocumentId ?? 0;
}

/** Files that pass every check of sizes and keep a renderer busy until it is stopped. */
const unchecked = ['a tiling pattern of tiny tiles', 'a shading with a costly function'] as const;

test('with ten hostile views running, a page and a search of another user take less than 2 s, or four times as long as alone', async () => {
  const attackers = await Promise.all([buildUploader(app), buildUploader(app)]);
  const other = await buildUploader(app);
  const hostile: { attacker: Uploader; patientDocumentId: number }[] = [];
  for (const attacker of attackers) {
    for (let index = 0; index < 5; index += 1) {
      const content = hostilePdfs[unchecked[index % 2] ?? '']?.() ?? Buffer.alloc(0);
      // Each has bytes of its own, so that none is known from another.
      const unique = Buffer.concat([content, Buffer.from(`%${attacker.user.userId} ${index}\n%%EOF\n`)]);
      hostile.push({ attacker, patientDocumentId: await upload(attacker, unique) });
    }
  }
  const patientDocumentId = await upload(other, pdfOf('Aspirin 81 mg daily', 'Follow up'));
  const timeOf = async (work: () => Promise<unknown>) => {
    const begun = Date.now();
    await work();
    return Date.now() - begun;
  };
  // On a slow machine this takes long, too.
  const quietId = await upload(other, pdfOf('Aspirin 81 mg daily', 'Nobody waits'));
  const alone = await timeOf(() =>
    other.caller.ok(getDocumentPage, { patientDocumentId: quietId, page: 1, width: 1600 }),
  );
  const most = Math.max(2_000, 4 * alone);
  const views = hostile.map(({ attacker, patientDocumentId: id }) =>
    attacker.caller.call(getDocumentPage, { patientDocumentId: id, page: 1, width: 1600 }),
  );
  for (const [page, term] of [
    [1, 'Aspirin'],
    [2, 'Follow'],
  ] as const) {
    await pause(2_500);
    expect(await timeOf(() => other.caller.ok(getDocumentPage, { patientDocumentId, page, width: 1600 }))).toBeLessThan(
      most,
    );
    const searched = await timeOf(async () => {
      expect((await other.caller.ok(findInDocument, { patientDocumentId, term })).matches).toHaveLength(1);
    });
    expect(searched).toBeLessThan(most);
  }
  await app.deps.renderer.close();
  await Promise.all(views);
});
