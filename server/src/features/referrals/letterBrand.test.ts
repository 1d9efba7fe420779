import { createConsultation, getConsultationBrand } from '@careloop/contracts/consultations';
import { createReferral } from '@careloop/contracts/referrals';
import { getReferralBrand, requestReferralRecord } from '@careloop/contracts/referrals/record';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addToCareTeam,
  buildProvider,
  buildReferralParties,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import { makeRecord } from './makeRecord.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

async function giveLogo({ clientId }: { clientId: number }, background: string): Promise<Buffer> {
  const content = await sharp({ create: { width: 200, height: 80, channels: 3, background } })
    .jpeg()
    .toBuffer();
  await app.db.insertInto('client_logo').values({ client_id: clientId, content }).execute();
  return content;
}

const nameOf = async ({ clientId }: { clientId: number }) => {
  const client = app.db.selectFrom('client').select('display_name').where('client_id', '=', clientId);
  return (await client.executeTakeFirstOrThrow()).display_name;
};

async function pdfFor(caller: Caller, referralId: number): Promise<Buffer> {
  const { referralRecordId } = await caller.ok(requestReferralRecord, { referralId });
  await makeRecord(app.deps as unknown as WorkerDeps, { referralRecordId }, { isLastAttempt: true });
  const answer = await app.app.http.inject({
    url: `/api/provider/referrals/record/pdf?referralRecordId=${referralRecordId}`,
    headers: { authorization: `Bearer ${caller.token}` },
  });
  return answer.rawPayload;
}

test('print and PDF have the logo of the client of who sent it, for both sides', async () => {
  const parties = await buildReferralParties(app);
  const { patient, sender, receiver } = parties;
  const colleague = await buildProvider(app.db);
  await addToCareTeam(app.db, patient, colleague);
  const logos = { own: await giveLogo(patient, 'teal'), colleagues: await giveLogo(colleague, 'maroon') };
  const [receiving, stranger] = [await app.as(receiver), await app.as(await buildUser(app.db))];
  for (const [user, whose] of [
    [sender, 'own'],
    [colleague, 'colleagues'],
  ] as const) {
    const caller = await app.as(user);
    const referredBy = user === colleague ? colleague : parties.referredBy;
    const { referralId } = await caller.ok(createReferral, referralInput({ ...parties, referredBy }));
    const { careCoordinatorRequestId } = await caller.ok(createConsultation, {
      patientId: patient.patientId,
      healthcareProviderId: receiver.healthcareProviderId,
    });
    const brand = { clientName: await nameOf(user), logo: logos[whose].toString('base64') };
    for (const reader of [caller, receiving]) {
      expect(await reader.ok(getReferralBrand, { referralId })).toMatchObject(brand);
      expect(await reader.ok(getConsultationBrand, { careCoordinatorRequestId })).toMatchObject(brand);
      const pdf = await pdfFor(reader, referralId);
      expect([pdf.includes(logos.own), pdf.includes(logos.colleagues)]).toEqual([whose === 'own', whose !== 'own']);
    }
    expect(await stranger.fail(getReferralBrand, { referralId })).toMatchObject({ code: 'unauthorized_patient' });
    const unseen = await stranger.fail(getConsultationBrand, { careCoordinatorRequestId });
    expect(unseen).toMatchObject({ code: 'unauthorized_patient' });
    expect((await app.nobody.call(getReferralBrand, { referralId })).status).toBe(401);
    expect((await app.nobody.call(getConsultationBrand, { careCoordinatorRequestId })).status).toBe(401);
  }
});
