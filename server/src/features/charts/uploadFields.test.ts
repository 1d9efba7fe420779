import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, failUpload, fileOf, pdf, okUpload, storedFiles } from '../../../test/uploads.ts';

let app: TestApp;
let uploader: Awaited<ReturnType<typeof buildUploader>>;
beforeAll(async () => {
  app = await startTestApp();
});
beforeEach(async () => {
  uploader = await buildUploader(app);
});
afterAll(() => app.stop());

let mark = 0;
/** A PDF with unique content. */
const newPdf = () => fileOf(pdf(String((mark += 1))), 'Cardiology letter.pdf');

describe('the fields of an upload as one JSON part', () => {
  test('are read like single fields', async () => {
    const { caller, form } = uploader;
    const model = { ...form, PatientEncounterId: null, CustomDocumentType: null };
    await okUpload(caller, { model: JSON.stringify(model), file1: newPdf(), file2: newPdf() });
    expect(await uploader.chart()).toHaveLength(2);
    const { PatientId, ...rest } = form;
    await okUpload(caller, { PatientId, model: JSON.stringify(rest), file: newPdf() });
    expect(await uploader.chart()).toHaveLength(3);
  });

  test.each(['application/json', 'text/plain', 'application/octet-stream'])(
    'are read from a part with a file name: %s',
    async (type) => {
      const model = new File([JSON.stringify(uploader.form)], 'blob', { type });
      await okUpload(uploader.caller, { model, file: newPdf() });
      expect(await uploader.chart()).toHaveLength(1);
    },
  );

  test.each([
    ['that is not JSON', '{"PatientId":', { model: 'The model must be a JSON object.' }],
    ['that is no object', '[1]', { model: 'The model must be a JSON object.' }],
    ['that is a document', newPdf(), { model: 'The model must be a JSON object.' }],
    ['that is too long', JSON.stringify({ x: 'x'.repeat(20_000) }), { model: 'The model must be a JSON object.' }],
    ['with a field that is also sent alone', '{"PatientId":1}', { PatientId: 'This field was sent twice.' }],
    ['without a required field', '{"DocumentTypeId":null}', { DateProvided: 'Date is required' }],
  ])('are refused in one %s', async (_what, model, validationErrors) => {
    const { caller, form } = uploader;
    const single = 'PatientId' in validationErrors ? { PatientId: form.PatientId } : {};
    const refusal = await failUpload(caller, { ...single, model, file: newPdf() });
    expect(refusal).toMatchObject({ status: 200, code: 'invalid_input', validationErrors });
    expect((await storedFiles(app)).incoming).toEqual([]);
    expect(await uploader.chart()).toEqual([]);
  });
});
