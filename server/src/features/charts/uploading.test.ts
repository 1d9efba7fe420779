import { listPrimaryDocumentTypes, uploadTexts } from '@careloop/contracts/charts/upload';
import { downloadDocument, getDocument, getDocumentText } from '@careloop/contracts/charts/viewer';
import { chartTexts, listCharts } from '@careloop/contracts/charts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { addProxy, buildPatient, buildReferral, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { buildUploader, failUpload, fileOf, pdf, okUpload, storedFiles } from '../../../test/uploads.ts';
import { createListener } from '../../platform/db/listener.ts';
import { silentLog } from '../../platform/db/log.ts';

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
const newPdf = (name = 'Cardiology letter.pdf') => fileOf(pdf(String((mark += 1))), name);

async function buildEncounter(patientId: number, encounterDate: string) {
  return app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patientId, encounter_date: new Date(encounterDate), encounter_type: 'office_visit' })
    .returning('patient_encounter_id as patientEncounterId')
    .executeTakeFirstOrThrow();
}

describe('a file', () => {
  test('becomes a document of the chart at once, with its uploader', async () => {
    const { caller, form } = uploader;
    const { documents } = await okUpload(caller, { ...form, file: newPdf() });
    const [document] = await uploader.chart();
    expect(document).toMatchObject({
      patientDocumentId: documents[0]?.patientDocumentId,
      documentName: 'Cardiology letter',
      documentTypeName: 'Consult Note',
      contentType: 'application/pdf',
      dateProvided: '2026-03-02T12:00:00.000000Z',
      uploadedByName: expect.stringMatching(/^Robin Reyes/),
      patientEncounterId: null,
    });
    expect(await caller.ok(getDocument, { patientDocumentId: document?.patientDocumentId ?? 0 })).toMatchObject({
      documentName: 'Cardiology letter',
    });
    expect((await storedFiles(app)).incoming).toEqual([]);
  });

  test('is stored unchanged, and is returned as a download, never opened by the browser', async () => {
    const { caller, form } = uploader;
    const file = newPdf('Überweisung "final"; (2).pdf');
    const { documents } = await okUpload(caller, { ...form, file });
    const { patientDocumentId = 0 } = documents[0] ?? {};
    const answer = await caller.ok(downloadDocument, { patientDocumentId });
    expect((answer as unknown as { bytes: Buffer }).bytes).toEqual(Buffer.from(await file.arrayBuffer()));
    const { headers } = await app.app.http.inject({
      url: `/api/document-viewer/${patientDocumentId}/download`,
      headers: { authorization: `Bearer ${caller.token}` },
    });
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': "attachment; filename*=UTF-8''%C3%9Cberweisung%20_final_%3B%20%282%29.pdf",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(await caller.fail(downloadDocument, { patientDocumentId: 999_999 })).toMatchObject({
      code: 'unauthorized_patient',
    });
  });

  test('with text can be read in any encoding', async () => {
    const { caller, form } = uploader;
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Æther 50 µg', 'utf16le')]);
    const given = {
      file1: fileOf('Blood pressure 120/80, 5 µg', 'utf8.txt'),
      file2: fileOf(Buffer.from('Temp 38 °C, 5 µg', 'latin1'), 'older.txt'),
      file3: fileOf(utf16, 'wide.txt'),
      file4: fileOf('<ClinicalDocument xmlns="urn:hl7-org:v3"><title>µ</title></ClinicalDocument>', 'ccda.xml'),
    };
    const { documents } = await okUpload(caller, { ...form, ...given });
    const texts = await Promise.all(
      documents.map(({ patientDocumentId }) => caller.ok(getDocumentText, { patientDocumentId, returnRawData: true })),
    );
    expect(texts.map(({ text }) => text)).toEqual([
      'Blood pressure 120/80, 5 µg',
      'Temp 38 °C, 5 µg',
      'Æther 50 µg',
      '<ClinicalDocument xmlns="urn:hl7-org:v3"><title>µ</title></ClinicalDocument>',
    ]);
  });

  test('that is too long for a screen can only be saved', async () => {
    const { caller, form } = uploader;
    const file = fileOf('A line of a long note.\n'.repeat(100_000), 'long.txt');
    const { documents } = await okUpload(caller, { ...form, file });
    expect(await caller.fail(getDocumentText, { patientDocumentId: documents[0]?.patientDocumentId })).toMatchObject({
      message: chartTexts.tooLong,
    });
  });

  test('is announced to everyone who may see the patient', async () => {
    const heard: string[] = [];
    const listener = createListener({ url: app.databaseUrl, log: silentLog });
    await listener.listen('careloop_realtime', (text) => void heard.push(text));
    const { caller, form, user, patient } = uploader;
    await okUpload(caller, { ...form, file: newPdf() });
    await expect
      .poll(() => heard.map((text) => JSON.parse(text) as unknown))
      .toEqual([
        // It may be on Home of the care team members, and no one else's.
        expect.objectContaining({
          event: 'PatientNewsEvent',
          payload: { patientId: patient.patientId },
          rooms: [`user:${user.userId}`],
        }),
        expect.objectContaining({
          event: 'PatientChangedEvent',
          payload: { patientId: patient.patientId },
          rooms: expect.arrayContaining([`user:${user.userId}`, `client:${patient.clientId}`]),
        }),
      ]);
    await listener.close();
  });

  test('is audited with user, principal and content, but no file name', async () => {
    const { caller, form, user, patient } = uploader;
    const doctor = await buildUser(app.db, { clientId: user.clientId });
    await addProxy(app.db, doctor, user);
    await app.db
      .insertInto('care_team_member')
      .values({ patient_id: patient.patientId, user_id: doctor.userId, status: 'accepted' })
      .execute();
    const acting = { ...form, onBehalfOfUserId: doctor.userId, file: newPdf('Canarybird.pdf') };
    const { documents } = await okUpload(caller, acting);
    const { patientDocumentId = 0 } = documents[0] ?? {};
    const rows = await app.db
      .selectFrom('audit_event')
      .selectAll()
      .where('subject_type', '=', 'patient_document')
      .where('subject_id', '=', patientDocumentId)
      .execute();
    expect(rows).toMatchObject([
      {
        kind: 'change',
        action: 'document.uploaded',
        user_id: user.userId,
        on_behalf_of_user_id: doctor.userId,
        patient_id: patient.patientId,
        details: { contentType: 'application/pdf', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Canarybird');
    const kept = await app.db
      .selectFrom('patient_document')
      .select(['uploaded_by_user_id', 'uploaded_on_behalf_of_user_id', 'hipaa_release_on_file'])
      .where('patient_document_id', '=', patientDocumentId)
      .execute();
    expect(kept).toEqual([
      {
        uploaded_by_user_id: user.userId,
        uploaded_on_behalf_of_user_id: doctor.userId,
        hipaa_release_on_file: true,
      },
    ]);
  });

  test('is named by its type if its own name is empty, and without folders or invisible characters', async () => {
    const { caller, form, typeId } = uploader;
    const other = { ...form, DocumentTypeId: typeId('Other'), CustomDocumentType: ' Living will ' };
    const named = {
      file1: newPdf('...pdf'),
      file2: newPdf('C:\\scans\\..\\Letter\u202Efdp.pdf'),
      file3: newPdf('x'.repeat(240) + '.pdf'),
    };
    const { documents } = await okUpload(caller, { ...other, ...named });
    expect(documents.map(({ documentName }) => documentName)).toEqual(['Living will', 'Letterfdp', 'x'.repeat(200)]);
    expect((await uploader.chart()).map(({ documentTypeName }) => documentTypeName)).toEqual(
      Array.from({ length: 3 }, () => 'Living will'),
    );
  });
});

describe('a file that is on the chart already', () => {
  test('is refused with the existing document, and added if the user insists', async () => {
    const { caller, form } = uploader;
    const file = newPdf('Echo.pdf');
    const { documents } = await okUpload(caller, { ...form, file });
    const again = { ...form, file: new File([file], 'Echo (1).pdf') };
    expect(await failUpload(caller, { ...again, file2: newPdf() })).toMatchObject({
      status: 200,
      code: 'refused',
      message: uploadTexts.alreadyThere('Echo'),
      existingDocument: {
        patientDocumentId: documents[0]?.patientDocumentId,
        documentName: 'Echo',
        addedAt: expect.any(String),
        addedByName: expect.stringMatching(/^Robin Reyes/),
      },
    });
    expect(await uploader.chart()).toHaveLength(1);
    await okUpload(caller, { ...again, AllowDuplicate: true });
    expect((await uploader.chart()).map(({ documentName }) => documentName)).toEqual(['Echo', 'Echo (1)']);
  });

  test('becomes one document if a second upload starts before the first is done', async () => {
    const { caller, form } = uploader;
    const file = newPdf();
    const answers = await Promise.allSettled([1, 2].map(() => okUpload(caller, { ...form, file })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await uploader.chart()).toHaveLength(1);
  });

  test("is accepted if it is on another patient's chart, or archived", async () => {
    const { caller, form, patient } = uploader;
    const file = newPdf();
    const other = await buildUploader(app);
    await okUpload(other.caller, { ...other.form, file });
    await okUpload(caller, { ...form, file });
    await app.db
      .updateTable('patient_document')
      .set({ is_archived: true })
      .where('patient_id', '=', patient.patientId)
      .execute();
    await okUpload(caller, { ...form, file });
    expect(await uploader.chart()).toHaveLength(1);
  });
});

describe('the referral', () => {
  test('must be one of the patient’s', async () => {
    const { caller, form } = uploader;
    const foreign = await buildReferral(app);
    const named = { ...form, ReferralId: foreign.referralId, file: newPdf() };
    expect(await failUpload(caller, named)).toMatchObject({
      validationErrors: { ReferralId: uploadTexts.referralUnknown },
    });
    const sender = await app.as(foreign.sender);
    await app.db
      .insertInto('user_permission')
      .values({ user_id: foreign.sender.userId, permission: 'UploadChart' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { patientId } = foreign.patient;
    const { documents } = await okUpload(sender, { ...named, PatientId: patientId });
    const chart = await sender.ok(listCharts, { patientId });
    expect(chart.documents.find((one) => one.patientDocumentId === documents[0]?.patientDocumentId)).toMatchObject({
      referralId: foreign.referralId,
    });
  });
});

describe('the encounter', () => {
  test('is the latest one unless it is named or none is wanted', async () => {
    const { caller, form, patient } = uploader;
    const old = await buildEncounter(patient.patientId, '2024-01-05T15:00:00Z');
    const newest = await buildEncounter(patient.patientId, '2026-02-01T15:00:00Z');
    await buildEncounter(patient.patientId, '2126-02-01T15:00:00Z');
    const put = async (more: object) => {
      const { documents } = await okUpload(caller, { ...form, ...more, file: newPdf() });
      return (await uploader.chart()).find((one) => one.patientDocumentId === documents[0]?.patientDocumentId)
        ?.patientEncounterId;
    };
    expect(await put({ DoNotDefaultToMostRecentEncounter: '', PatientEncounterId: '' })).toBe(
      newest.patientEncounterId,
    );
    expect(await put({ DoNotDefaultToMostRecentEncounter: 'true' })).toBeNull();
    expect(await put({ PatientEncounterId: old.patientEncounterId })).toBe(old.patientEncounterId);
  });

  test('of another patient is refused', async () => {
    const { caller, form } = uploader;
    const { patientId } = await buildPatient(app.db);
    const foreign = await buildEncounter(patientId, '2026-02-01T15:00:00Z');
    const refusal = await failUpload(caller, {
      ...form,
      PatientEncounterId: foreign.patientEncounterId,
      file: newPdf(),
    });
    expect(refusal).toMatchObject({
      status: 200,
      validationErrors: { PatientEncounterId: uploadTexts.encounterUnknown },
    });
  });
});

describe('access is refused for', () => {
  test('uploads without a session, a permission, or access to the patient', async () => {
    const { form, user } = uploader;
    const before = await storedFiles(app);
    expect(await failUpload(app.nobody, { ...form, file: newPdf() })).toMatchObject({ status: 401 });
    const without = await app.as(await buildUser(app.db, { clientId: user.clientId, permissions: ['Messages'] }));
    expect(await failUpload(without, { ...form, file: newPdf() })).toMatchObject({ status: 403 });
    const stranger = await app.as(await buildUser(app.db, { permissions: ['UploadChart'] }));
    expect(await failUpload(stranger, { ...form, file: newPdf() })).toMatchObject({
      status: 200,
      code: 'unauthorized_patient',
    });
    expect(await storedFiles(app)).toEqual(before);
    expect(await uploader.chart()).toEqual([]);
    const denied = await app.db
      .selectFrom('audit_event')
      .select('outcome')
      .where('action', '=', '/documents/upload')
      .where('user_id', '=', stranger.userId)
      .execute();
    expect(denied).toEqual([{ outcome: 'denied' }]);
  });

  test('the document types without a session', async () => {
    expect(await app.nobody.fail(listPrimaryDocumentTypes, {})).toMatchObject({ status: 401 });
    const { documentTypes } = await uploader.caller.ok(listPrimaryDocumentTypes, {});
    expect(documentTypes.map(({ documentName }) => documentName)).toContain('Other');
  });

  test('uploads from another site', async () => {
    const { caller, form } = uploader;
    const foreign = { authorization: '', cookie: `careloop-session=${caller.token}`, origin: 'https://evil.example' };
    expect(await failUpload(caller, { ...form, file: newPdf() }, foreign)).toMatchObject({ status: 403 });
    expect(await uploader.chart()).toEqual([]);
  });
});

describe('a form is refused', () => {
  test.each([
    [{ DocumentTypeId: '' }, { DocumentTypeId: uploadTexts.typeRequired }],
    [{ DocumentTypeId: 999_999 }, { DocumentTypeId: uploadTexts.typeRequired }],
  ])('with %j', async (given, validationErrors) => {
    const { caller, form } = uploader;
    const before = await storedFiles(app);
    expect(await failUpload(caller, { ...form, ...given, file: newPdf() })).toMatchObject({
      status: 200,
      code: 'invalid_input',
      validationErrors,
    });
    expect(await storedFiles(app)).toEqual(before);
  });

  test('without a file, with too many, with a file in another field, and if it is not a form', async () => {
    const { caller, form } = uploader;
    const send = async (headers: Record<string, string>, payload: string) => {
      const response = await app.app.http.inject({
        method: 'POST',
        url: '/api/documents/upload',
        headers: { authorization: `Bearer ${caller.token}`, ...headers },
        payload,
      });
      return response.json<{ wasSuccessful: boolean; code: string; validationErrors: Record<string, string> }>();
    };
    const multipart = { 'content-type': 'multipart/form-data; boundary=b' };
    const part = (name: string, value: unknown) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`;
    const fields = Object.entries(form)
      .map(([name, value]) => part(name, value))
      .join('');
    expect(await send(multipart, `${fields}--b--\r\n`)).toMatchObject({
      validationErrors: { file: uploadTexts.fileRequired },
    });
    const eleven = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`file${index + 1}`, newPdf()]));
    expect(await failUpload(caller, { ...form, ...eleven })).toMatchObject({
      status: 413,
      message: uploadTexts.tooManyFiles,
    });
    for (const [headers, payload] of [
      [
        multipart,
        `${fields}--b\r\nContent-Disposition: form-data; name="picture"; filename="a.pdf"\r\n\r\nx\r\n--b--\r\n`,
      ],
      [multipart, `${fields}${part('__proto__', 'x')}--b--\r\n`],
      [multipart, `${fields}--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF`],
      [multipart, 'nonsense'],
      [{ 'content-type': 'multipart/form-data' }, fields],
      [{ 'content-type': 'application/json' }, JSON.stringify(form)],
      [{ 'content-type': 'text/html' }, '<p>'],
    ] as const) {
      expect(await send(headers, payload)).toMatchObject({
        wasSuccessful: false,
        code: 'invalid_input',
      });
    }
    expect((await storedFiles(app)).incoming).toEqual([]);
    expect(await uploader.chart()).toEqual([]);
  });
});

describe('a repeated upload', () => {
  const headers = { 'idempotency-key': 'an upload whose answer was lost' };

  test('with its idempotency key creates one document', async () => {
    const { caller, form } = uploader;
    const file = newPdf();
    const answers = await Promise.all(Array.from({ length: 4 }, () => okUpload(caller, { ...form, file }, headers)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(await uploader.chart()).toHaveLength(1);
    expect((await storedFiles(app)).incoming).toEqual([]);
  });

  test('with the key but another file is a conflict', async () => {
    const { caller, form } = uploader;
    await okUpload(caller, { ...form, file: newPdf() }, headers);
    expect(await failUpload(caller, { ...form, file: newPdf() }, headers)).toMatchObject({ status: 409 });
    expect(await uploader.chart()).toHaveLength(1);
  });
});

test('OpenAPI describes a form with a file', async () => {
  const { paths } = (await app.app.http.inject({ url: '/api/openapi.json' })).json<{ paths: Record<string, object> }>();
  expect(JSON.stringify(paths['/api/documents/upload'])).toMatch(/"multipart\/form-data".*"PatientId".*"file"/);
  expect(JSON.stringify(paths['/api/document-viewer/{patientDocumentId}/download'])).toContain('octet-stream');
});
