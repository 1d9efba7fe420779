import { listCharts } from '@careloop/contracts/charts';
import { getDocument, getDocumentText } from '@careloop/contracts/charts/viewer';
import { getMessagePage } from '@careloop/contracts/messages';
import { getPatientInfo } from '@careloop/contracts/patients';
import { getReferral } from '@careloop/contracts/referrals';
import { cancelReferral } from '@careloop/contracts/referrals/processing';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildColleagues, send } from '../../../test/conversations.ts';
import {
  buildDocument,
  buildPatient,
  buildReferral,
  buildReferralParties,
  buildUser,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function deniedPatients(caller: Caller, endpoint: Endpoint) {
  const rows = await app.db
    .selectFrom('audit_event')
    .select('patient_id')
    .where('user_id', '=', caller.userId)
    .where('action', '=', endpoint.path)
    .where('outcome', '=', 'denied')
    .execute();
  return rows.map(({ patient_id }) => patient_id);
}

test('a denial is audited with the patient, however the call identifies the record', async () => {
  const outsider = await app.as(await buildUser(app.db, { permissions: ['Messages'] }));
  const parties = await buildReferralParties(app);
  const { patient } = parties;
  const { patientId } = patient;
  const { patientDocumentId } = await buildDocument(app, patient, 'Plan');
  const { referralId } = await buildReferral(app, { parties });
  const { callers, patient: theirs } = await buildColleagues(app, 2);
  const [one, two] = callers as [Caller, Caller];
  const { userMessageId } = await send(one, [two], { patientId: theirs.patientId });
  const denials: [Endpoint, object, number][] = [
    [getPatientInfo, { patientId }, patientId],
    [listCharts, { patientId }, patientId],
    [getDocument, { patientDocumentId }, patientId],
    [getDocumentText, { patientDocumentId }, patientId],
    [getReferral, { referralId }, patientId],
    [cancelReferral, { referralId, version: 1 }, patientId],
    [getMessagePage, { userMessageId }, theirs.patientId],
  ];
  for (const [endpoint, input, expected] of denials) {
    await outsider.fail(endpoint, input);
    expect({ path: endpoint.path, denied: await deniedPatients(outsider, endpoint) }).toEqual({
      path: endpoint.path,
      denied: [expected],
    });
  }
});

test('a denial for a missing permission is audited with the patient named in the call', async () => {
  const without = await app.as(await buildUser(app.db));
  const { patientId } = await buildPatient(app.db);
  const endpoint = app.app.endpoints.find(({ path }) => path === '/provider/messages/send') as Endpoint;
  expect(await without.fail(endpoint, { patientId, message: 'x' })).toMatchObject({ status: 403 });
  expect(await deniedPatients(without, endpoint)).toEqual([patientId]);
});
