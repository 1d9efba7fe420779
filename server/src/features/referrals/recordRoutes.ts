import { getReferralRecord, openReferralRecord, requestReferralRecord } from '@careloop/contracts/referrals/record';
import type { ReferralRecordState } from '@careloop/contracts/referrals/record';

import type { Actor } from '../../access/actor.ts';
import { maySeeReferral } from '../../access/referralAccess.ts';
import type { Db } from '../../db/client.ts';
import { shape } from '../../db/shape.ts';
import { refused, unauthorizedPatient } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { fileRoute } from '../../http/fileRoute.ts';
import { route } from '../../http/route.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { findReferral } from './detailQuery.ts';
import { makeReferralRecord } from './jobs.ts';
import { denied, named } from './lockSeen.ts';
import { recordSummary } from './recordSummary.ts';
import { findReferralLists } from './storyQueries.ts';

interface FoundRecord extends ReferralRecordState {
  referralId: number;
  patientId: number;
  storageKey: string | null;
  byteCount: number | null;
}

const foundRecord = shape<FoundRecord, { x: 'referral_record'; r: 'referral' }>({
  referralRecordId: 'x.referral_record_id',
  status: 'x.status',
  documentCount: 'x.document_count',
  documentsDone: 'x.documents_done',
  pageCount: 'x.page_count',
  referralId: 'x.referral_id',
  patientId: 'r.patient_id',
  storageKey: 'x.storage_key',
  byteCount: 'x.byte_count',
});

/** A record that the actor asked for, of a referral that they still see; undefined otherwise. */
async function findRecord(db: Db, actor: Actor, referralRecordId: number): Promise<FoundRecord | undefined> {
  const { rows } = await foundRecord.from`referral_record x join referral r using (referral_id)
    join patient p on p.patient_id = r.patient_id
    where x.referral_record_id = ${referralRecordId} and x.user_id = ${actor.userId} and ${maySeeReferral(actor)}`.execute(
    db,
  );
  return rows[0];
}

/** The complete record of a referral, made by a job. */
export function referralRecordRoutes(app: App): void {
  route(app, requestReferralRecord, async ({ input, actor, db, seen }) => {
    seen(named(input));
    const referral = await findReferral(db, actor, input);
    if (referral === undefined) throw await denied(db, input, seen);
    const { referralId } = referral;
    seen({ patientId: referral.patient.patientId, subjectType: 'referral', subjectId: referralId });
    const isOver = referral.rules.isOverForReceiver;
    const lists = await findReferralLists(db, actor, { referralId, isOver });
    const documentCount = lists.patientCharts.length + lists.consultNotes.length;
    const { referral_record_id: referralRecordId } = await db
      .insertInto('referral_record')
      .values({
        referral_id: referralId,
        user_id: actor.userId,
        on_behalf_of_user_id: actor.onBehalfOfUserId,
        document_count: documentCount,
        summary: JSON.stringify(recordSummary(referral, lists)),
      })
      .returning('referral_record_id')
      .executeTakeFirstOrThrow();
    await enqueue(db, makeReferralRecord, { referralRecordId });
    return { referralRecordId, status: 'queued' as const, documentCount, documentsDone: 0, pageCount: null };
  });

  route(app, getReferralRecord, async ({ input, actor, db, seen }) => {
    seen({ subjectType: 'referral_record', subjectId: input.referralRecordId });
    const record = await findRecord(db, actor, input.referralRecordId);
    if (record === undefined) throw unauthorizedPatient();
    return record;
  });

  fileRoute(app, openReferralRecord, async ({ input, actor, db, seen }) => {
    seen({ subjectType: 'referral_record', subjectId: input.referralRecordId });
    const record = await findRecord(db, actor, input.referralRecordId);
    if (record === undefined) throw unauthorizedPatient();
    seen({ patientId: record.patientId, details: { referralId: record.referralId } });
    const { storageKey, byteCount } = record;
    if (storageKey === null || byteCount === null) throw refused('The record is not ready yet.');
    return {
      fileName: `referral-${record.referralId}.pdf`,
      byteCount,
      content: await app.deps.storage.stream(storageKey),
    };
  });
}
