import { getImportFinding, importTexts, listImportFindings, listImportRuns } from '@careloop/contracts/imports';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { importInto } from '../../../test/duplicates.ts';
import { buildCoordinator } from '../../../test/factories.ts';
import { condition, encounter, patient, transaction } from '../../../test/fhirFiles.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let reader: Caller;
let userId: number;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db, { permissions: ['ManageSite', 'ViewAllPatients'] });
  ({ userId, clientId } = user);
  reader = await app.as(user);
  await importInto(
    app,
    clientId,
    transaction(
      patient('kept', { birthDate: '1980-13-01' }),
      encounter('kept-e', 'urn:uuid:kept', { period: undefined }),
      condition('kept-c', 'urn:uuid:kept'),
      { resourceType: 'ServiceRequest', id: 'kept-o', subject: { reference: 'urn:uuid:kept' } },
    ),
  );
});
afterAll(() => app.stop());

test('administrators see runs with their files and counts, and what could not be read, as it was sent', async () => {
  const { items: runs } = await reader.ok(listImportRuns, {});
  expect(runs).toMatchObject([
    {
      sender: 'fhir',
      fileCount: 1,
      files: [{ created: 2, rejected: 1 }],
      kinds: [{ kind: 'patients' }, { kind: 'encounters' }, { kind: 'conditions' }],
      notKept: [{ kind: 'ServiceRequest', howMany: 1 }],
      findingCount: 2,
    },
  ]);
  const { items } = await reader.ok(listImportFindings, { importRunId: runs[0]?.importRunId ?? 0 });
  expect(
    items
      .map(({ kind, recordType, reason }) => [kind, recordType, reason])
      .toSorted(([one = ''], [other = '']) => String(one).localeCompare(String(other))),
  ).toEqual([
    ['left_out', 'Patient', 'birthDate is not a date that exists'],
    ['rejected', 'Encounter', 'states no date, and no encounter with its number is known'],
  ]);
  const left = items.find(({ kind }) => kind === 'left_out');
  const found = await reader.ok(getImportFinding, { importFindingId: left?.importFindingId ?? 0 });
  expect(found).toMatchObject({ isRawCut: false, patient: { patientId: left?.patient?.patientId } });
  expect(found.raw).toContain('1980-13-01');
  const audited = await app.db
    .selectFrom('audit_event')
    .select(['patient_id as patientId', 'outcome'])
    .where('user_id', '=', userId)
    .where('action', '=', getImportFinding.path)
    .execute();
  expect(audited).toEqual([{ patientId: left?.patient?.patientId, outcome: 'ok' }]);
});

test('the patient’s overview says what could not be read, and what is not kept', async () => {
  const { items } = await reader.ok(listImportFindings, {});
  const { imports } = await reader.ok(getPatientOverview, { patientId: items[0]?.patient?.patientId ?? 0 });
  expect(imports).toMatchObject({
    unreadCount: 2,
    notKept: [{ sender: 'fhir', kind: 'ServiceRequest', howMany: 1 }],
  });
});

test('nobody else sees them: without a session, the permissions, or the client', async () => {
  const { items } = await reader.ok(listImportFindings, {});
  const importFindingId = items[0]?.importFindingId ?? 0;
  expect((await app.nobody.fail(listImportRuns, {})).status).toBe(401);
  const noAdministrator = await app.as(await buildCoordinator(app.db, { clientId, permissions: ['ViewAllPatients'] }));
  expect((await noAdministrator.fail(listImportRuns, {})).status).toBe(403);
  const elsewhere = await app.as(await buildCoordinator(app.db, { permissions: ['ManageSite', 'ViewAllPatients'] }));
  expect((await elsewhere.ok(listImportRuns, {})).items).toEqual([]);
  expect((await elsewhere.ok(listImportFindings, {})).items).toEqual([]);
  expect((await elsewhere.fail(getImportFinding, { importFindingId })).validationErrors).toEqual({
    '': importTexts.notFound,
  });
});

test('a number that is none is refused', async () => {
  const refused = await reader.fail(getImportFinding, { importFindingId: 'x' });
  expect(refused.validationErrors).toHaveProperty('importFindingId');
});
