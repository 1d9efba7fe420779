import {
  getReferralBrand,
  getReferralRecord,
  mostUnfinishedRecords,
  openReferralRecord,
  recordTexts,
  requestReferralRecord,
} from '@careloop/contracts/referrals/record';
import type { ReferralRecordState } from '@careloop/contracts/referrals/record';
import { referralLetter } from '@careloop/contracts/referrals/letter';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { lockUserRow } from '../../platform/identity/lockUserRow.ts';
import { maySeeReferral } from '../../core/access/referralAccess.ts';
import { findLetterBrand } from '../../core/charts/letterBrand.ts';
import { zoneOfClient } from '../../core/charts/clientDay.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { refused, unauthorizedPatient } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { fileRoute } from '../../platform/http/fileRoute.ts';
import { route } from '../../platform/http/route.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { hasLiveJob } from '../../platform/jobs/liveJobs.ts';
import { findReferral } from './queries/detail.ts';
import { makeReferralRecord } from './jobs.ts';
import { refuseUnseen, requestedSubject } from './lockSeen.ts';
import { findLetterPatient } from './queries/letterPatient.ts';
import type { RecordSummary } from './makeRecord.ts';
import { findReferralLists } from './queries/story.ts';

interface FoundRecord extends ReferralRecordState {
  referralId: number;
  patientId: number;
  /** Whether every document in it is still part of the referral. */
  isStillSent: boolean;
  storageKey: string | null;
  byteCount: number | null;
}

/** A record whose job ended with its worker stays unfinished in the table. */
const isAbandoned = sql`x.status in ('queued', 'running')
  and not ${hasLiveJob([makeReferralRecord], 'referralRecordId', sql`x.referral_record_id`)}`;

const recordState = shape<ReferralRecordState, { x: 'referral_record' }>({
  referralRecordId: 'x.referral_record_id',
  status: sql<ReferralRecordState['status']>`case when ${isAbandoned} then 'failed' else x.status end`,
  documentCount: 'x.document_count',
  documentsDone: 'x.documents_done',
  pageCount: 'x.page_count',
});

const foundRecord = shape<FoundRecord, { x: 'referral_record'; r: 'referral' }>({
  ...recordState.columns,
  referralId: 'x.referral_id',
  patientId: 'r.patient_id',
  isStillSent: sql`not exists (select from unnest(x.sent_chart_ids) as contained(id) where not exists (select from sent_chart sc
    where sc.sent_chart_id = contained.id and sc.referral_id = x.referral_id))`,
  storageKey: 'x.storage_key',
  byteCount: 'x.byte_count',
});

/** A record the actor requested, of a referral they can still see; undefined otherwise. */
async function findRecord(db: Db, actor: Actor, referralRecordId: number): Promise<FoundRecord | undefined> {
  const { rows } = await foundRecord.from`referral_record x join referral r using (referral_id)
    join patient p on p.patient_id = r.patient_id
    where x.referral_record_id = ${referralRecordId} and x.user_id = ${actor.userId} and ${maySeeReferral(actor)}`.execute(
    db,
  );
  return rows[0];
}

interface AskedRecord {
  referralId: number;
  summary: string;
  sentChartIds: readonly number[];
}

interface UnfinishedRecord extends ReferralRecordState {
  referralId: number;
  onBehalfOfUserId: number | null;
}

const unfinishedRecord = shape<UnfinishedRecord, { x: 'referral_record' }>({
  ...recordState.columns,
  referralId: 'x.referral_id',
  onBehalfOfUserId: 'x.on_behalf_of_user_id',
});

/** Requests a record, or joins the one that is being made; while that waits, it gets the present content. */
async function requestRecord(db: Db, actor: Actor, asked: AskedRecord): Promise<ReferralRecordState> {
  const { userId, onBehalfOfUserId } = actor;
  await lockUserRow(db, userId);
  await sql`update referral_record x set status = 'failed', finished_at = now()
    where x.user_id = ${userId} and ${isAbandoned}`.execute(db);
  const { rows } = await unfinishedRecord.from`referral_record x
    where x.user_id = ${userId} and x.status in ('queued', 'running')`.execute(db);
  const same = rows.find((one) => one.referralId === asked.referralId && one.onBehalfOfUserId === onBehalfOfUserId);
  const content = {
    document_count: asked.sentChartIds.length,
    sent_chart_ids: [...asked.sentChartIds],
    summary: asked.summary,
  };
  if (same !== undefined) {
    const { referralRecordId } = same;
    const waiting = db.updateTable('referral_record').set(content).where('referral_record_id', '=', referralRecordId);
    const { numUpdatedRows } = await waiting.where('status', '=', 'queued').executeTakeFirstOrThrow();
    return numUpdatedRows === 0n ? same : { ...same, documentCount: content.document_count };
  }
  if (rows.length >= mostUnfinishedRecords) throw refused(recordTexts.tooMany);
  const { referral_record_id: referralRecordId } = await db
    .insertInto('referral_record')
    .values({ ...content, referral_id: asked.referralId, user_id: userId, on_behalf_of_user_id: onBehalfOfUserId })
    .returning('referral_record_id')
    .executeTakeFirstOrThrow();
  await enqueue(db, makeReferralRecord, { referralRecordId }, { group: `user:${userId}` });
  return {
    referralRecordId,
    status: 'queued',
    documentCount: content.document_count,
    documentsDone: 0,
    pageCount: null,
  };
}

async function findZone(db: Db, clientId: number): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select ${zoneOfClient(sql`${clientId}::bigint`)} as zone`.execute(db);
  return rows[0]?.zone ?? 'UTC';
}

/** The complete record of a referral, created by a job. */
export function referralRecordRoutes(app: App): void {
  route(app, requestReferralRecord, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject(requestedSubject(input));
    const referral = await findReferral(db, actor, input);
    if (referral === undefined) throw await refuseUnseen(db, input, setAuditSubject);
    const { referralId } = referral;
    setAuditSubject({ patientId: referral.patient.patientId, subjectType: 'referral', subjectId: referralId });
    const isOver = referral.rules.isOverForReceiver;
    const lists = await findReferralLists(db, actor, {
      referralId,
      patientId: referral.patient.patientId,
      isOver,
      otherUserId: null,
    });
    // Others see of the patient only what was sent.
    const about = referral.canAccessPatient ? await findLetterPatient(db, referral.patient.patientId) : null;
    const timeZone = input.timeZone ?? (await findZone(db, referral.patient.clientId));
    const { sections, ...letter } = referralLetter({ ...referral, ...lists }, { about, timeZone });
    const summary: RecordSummary = { ...letter, facts: sections, paragraphs: [], timeZone };
    const charts = [...lists.patientCharts, ...lists.consultNotes];
    const asked: AskedRecord = {
      referralId,
      summary: JSON.stringify(summary),
      sentChartIds: charts.map((chart) => chart.sentChartId),
    };
    return await requestRecord(db, actor, asked);
  });

  route(app, getReferralBrand, async ({ input, actor, db, setAuditSubject }) => {
    if ((await findReferral(db, actor, input)) === undefined) throw await refuseUnseen(db, input, setAuditSubject);
    return await findLetterBrand(db, 'referral', input.referralId);
  });

  route(app, getReferralRecord, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'referral_record', subjectId: input.referralRecordId });
    const record = await findRecord(db, actor, input.referralRecordId);
    if (record === undefined) throw unauthorizedPatient();
    return record;
  });

  fileRoute(app, openReferralRecord, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ subjectType: 'referral_record', subjectId: input.referralRecordId });
    const record = await findRecord(db, actor, input.referralRecordId);
    if (record === undefined) throw unauthorizedPatient();
    setAuditSubject({ patientId: record.patientId, details: { referralId: record.referralId } });
    const { storageKey, byteCount } = record;
    if (record.status === 'expired') throw refused(recordTexts.expired);
    if (!record.isStillSent) throw refused(recordTexts.outdated);
    if (storageKey === null || byteCount === null) throw refused(recordTexts.notReady);
    return {
      fileName: `referral-${record.referralId}.pdf`,
      byteCount,
      content: await app.deps.storage.stream(storageKey),
      patientIds: [record.patientId],
    };
  });
}
