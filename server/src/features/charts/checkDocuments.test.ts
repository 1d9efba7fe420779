import { readFile } from 'node:fs/promises';

import { uploadTexts } from '@careloop/contracts/charts/upload';
import { getDocument } from '@careloop/contracts/charts/viewer';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, failUpload, fileOf, okUpload } from '../../../test/uploads.ts';
import { builtInAntivirus } from '../../core/integrations/antivirus/builtIn.ts';
import { ScannerUnavailable, TooLargeToScan } from '../../core/integrations/antivirus/port.ts';
import { checkDocuments } from './checkDocuments.ts';

let app: TestApp;
let uploader: Awaited<ReturnType<typeof buildUploader>>;
beforeAll(async () => {
  app = await startTestApp();
  uploader = await buildUploader(app);
});
afterEach(async () => {
  app.deps.antivirus = builtInAntivirus;
  await checkDocuments(app.deps);
});
afterAll(() => app.stop());

/** Runs for each scan, with the text of the file. */
function setScanner(scan: (text: string) => void): void {
  app.deps.antivirus = {
    async scan(file) {
      scan(String(typeof file === 'string' ? await readFile(file) : file));
      return null;
    },
  };
}

function unavailable(): never {
  throw new ScannerUnavailable('clamd cannot be reached');
}

/** Uploads a note that is still to be checked. */
async function noteToCheck(text: string): Promise<number> {
  setScanner(unavailable);
  const { documents } = await okUpload(uploader.caller, { ...uploader.form, file: fileOf(text, 'note.txt') });
  return documents[0]?.patientDocumentId ?? 0;
}

const stateOf = (patientDocumentId: number) => uploader.caller.ok(getDocument, { patientDocumentId });

test('a file that cannot be checked does not stop the check of later ones', async () => {
  const refused = await noteToCheck('Pulse 61');
  const large = await noteToCheck('Pulse 62');
  const clean = await noteToCheck('Pulse 63');
  setScanner((text) => {
    if (text.includes('61')) throw new ScannerUnavailable("clamd answered Can't allocate memory ERROR");
    if (text.includes('62')) throw new TooLargeToScan('clamd answered INSTREAM size limit exceeded. ERROR');
  });
  await expect(checkDocuments(app.deps)).rejects.toThrow('1 of 3 documents could not be checked');
  expect(await stateOf(refused)).toMatchObject({ fileState: 'checking' });
  expect(await stateOf(large)).toMatchObject({
    fileState: 'blocked',
    blockReason: 'The file is too large to be checked for viruses.',
  });
  expect(await stateOf(clean)).toMatchObject({ fileState: 'clear' });
});

test('a scanner that is unavailable is not asked about every file', async () => {
  for (const text of ['Pulse 71', 'Pulse 72', 'Pulse 73']) await noteToCheck(text);
  const scanned: string[] = [];
  setScanner((text) => {
    scanned.push(text);
    unavailable();
  });
  await expect(checkDocuments(app.deps)).rejects.toThrow(ScannerUnavailable);
  expect(scanned).toHaveLength(2);
});

test('an upload that is too large for the scanner is refused', async () => {
  setScanner(() => {
    throw new TooLargeToScan('clamd answered INSTREAM size limit exceeded. ERROR');
  });
  const file = fileOf('Pulse 81', 'note.txt');
  const { validationErrors } = await failUpload(uploader.caller, { ...uploader.form, file });
  expect(validationErrors).toEqual({ file: uploadTexts.tooLargeToScan });
});
