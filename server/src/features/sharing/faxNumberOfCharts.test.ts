import { chartAssociationType } from '@careloop/contracts/codes';
import { emailCharts, faxCharts } from '@careloop/contracts/sharing/documentExport';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDocument, buildReferralParties } from '../../../test/factories.ts';
import { startFaxingApp } from '../../../test/faxingApp.ts';
import type { FaxingApp } from '../../../test/faxingApp.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { runSendPacket } from './sendPacket.ts';

let app: FaxingApp['app'];
let service: FaxingApp['service'];
let stop: FaxingApp['stop'];
beforeAll(async () => {
  ({ app, service, stop } = await startFaxingApp());
});
afterAll(() => stop());

const association = chartAssociationType.table;
type Parties = Awaited<ReturnType<typeof buildReferralParties>>;

let facilityCount = 0;

/** A document of a visit at a facility with its own fax numbers: rented ones, or null if none was available. */
async function buildVisitDocument({ patient, sender }: Parties, ...numbers: (string | null)[]) {
  const { facility_id } = await app.db
    .insertInto('facility')
    .values({ client_id: patient.clientId, name: `Lakeside ${++facilityCount}` })
    .returning('facility_id')
    .executeTakeFirstOrThrow();
  for (const phone of numbers) {
    const outcome = phone === null ? { status: 'failed', error: 'None' } : { status: 'active', phone };
    const asked = { client_id: patient.clientId, facility_id, area_code: '508', vendor: 'sinch' };
    await app.db
      .insertInto('facility_fax_number')
      .values({ ...asked, created_by_user_id: sender.userId, ...outcome })
      .execute();
  }
  const { patient_encounter_id } = await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patient.patientId, facility_id, encounter_date: new Date('2026-03-02T10:00:00Z') })
    .returning('patient_encounter_id')
    .executeTakeFirstOrThrow();
  const { patientDocumentId } = await buildDocument(app, patient);
  await app.db
    .updateTable('patient_document')
    .set({ patient_encounter_id })
    .where('patient_document_id', '=', patientDocumentId)
    .execute();
  return { associationType: association.document, patientDocumentId };
}

const cover = { toName: 'Records Office', fromName: 'Nina Coordinator', fromOrganization: 'Lakeside Clinic' };

test('a fax is sent from the number of its documents’ facility, or else from the common number', async () => {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  const caller = await app.as(parties.sender);
  const own = await buildVisitDocument(parties, null, '+15085550142', '+15085550143');
  const other = await buildVisitDocument(parties, '+17745550120');
  const bare = await buildVisitDocument(parties, null);
  const demographics = { associationType: association.demographic, patientId };
  const common = service.env['FAX_NUMBER'];
  for (const [charts, number] of [
    [[demographics, own], '+15085550142'],
    [[other], '+17745550120'],
    [[own, other], common],
    [[bare], common],
    [[demographics], common],
  ] as const) {
    const sent = { ...cover, patientId, toFaxNumber: '(617) 555-0123', charts: [...charts] };
    const { deliveryId } = await caller.ok(faxCharts, sent);
    await runSendPacket(app.deps as unknown as WorkerDeps, { deliveryId }, { isLastAttempt: true });
    expect(service.faxes.at(-1)?.from).toBe(number);
  }
});

test('the sender is told whether a service sends it, or it is only kept', async () => {
  const parties = await buildReferralParties(app);
  const { patientId } = parties.patient;
  const caller = await app.as(parties.sender);
  const charts = [{ associationType: association.demographic, patientId }];
  const fax = { ...cover, patientId, charts, toFaxNumber: '(617) 555-0123' };
  expect(await caller.ok(faxCharts, fax)).toMatchObject({ hasService: true });
  // No service for Direct messages is set up in this test.
  const direct = { ...cover, patientId, charts, toDirectEmailAddress: 'records@direct.example.org' };
  expect(await caller.ok(emailCharts, direct)).toMatchObject({ hasService: false });
});
