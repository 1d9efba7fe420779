import { referralStatusLabels } from '@careloop/contracts/codes';
import { consultationStatusLabels } from '@careloop/contracts/codes/consultations';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { listReportRows, ReportBehind } from '@careloop/contracts/reports';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeeConsultation } from '../../../core/access/consultationAccess.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { maySeeReferral } from '../../../core/access/referralAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';
import { shape } from '../../../platform/db/shape.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { mayRead } from '../../messages/shared/visibility.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { isCounted } from './report.ts';
import { labelOf, sourceOf } from '../reportSources.ts';
import type { Source } from '../reportSources.ts';

/** Rows per page behind a number. */
const pageSize = 20;

/** The subject a row links to, if the actor may see it: the columns of `detail`, from tables with a patient `p`. */
interface Detail {
  subject: ReportBehind['subject'];
  subjectId: RawBuilder<unknown>;
  workQueueId?: RawBuilder<unknown>;
  about: RawBuilder<unknown>;
  state: RawBuilder<unknown>;
  mayBeSeen: RawBuilder<boolean>;
  from: RawBuilder<unknown>;
}

/** A row with these columns. */
interface DetailRow {
  subject_id: number | null;
  work_queue_id: number | null;
  conversation_key: string | null;
  about: string | null;
  state: string | null;
}

function detail({ subject, subjectId, workQueueId, about, state, mayBeSeen, from }: Detail): RawBuilder<unknown> {
  return sql`select ${sql.lit(subject)} as subject, case when v.is_seen then ${subjectId} end as subject_id,
      ${workQueueId ?? sql`null::bigint`} as work_queue_id, null::text as conversation_key,
      case when v.is_seen then ${patientSummary.json}::jsonb end as patient, case when v.is_seen then ${about} end as about,
      ${state} as state
    from ${from} cross join lateral (select ${mayBeSeen} as is_seen) as v`;
}

const referralDetail = (actor: Actor, id: RawBuilder<unknown>) =>
  detail({
    subject: 'referral',
    subjectId: sql`r.referral_id`,
    about: sql`coalesce(h.last_name || ', ' || h.first_name, 'Any ' || s.name)`,
    state: labelOf(sql`r.status`, referralStatusLabels),
    mayBeSeen: maySeeReferral(actor),
    from: sql`(select * from referral where referral_id = ${id}) as r join patient p on p.patient_id = r.patient_id
      left join healthcare_provider h on h.healthcare_provider_id = r.healthcare_provider_id
      left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.healthcare_provider_specialty_id`,
  });

const consultationDetail = (actor: Actor, id: RawBuilder<unknown>) =>
  detail({
    subject: 'consultation',
    subjectId: sql`cr.consultation_id`,
    about: sql`coalesce(h.last_name || ', ' || h.first_name, u.last_name || ', ' || u.first_name)`,
    state: labelOf(sql`cr.status`, consultationStatusLabels),
    mayBeSeen: maySeeConsultation(actor),
    from: sql`(select * from consultation where consultation_id = ${id}) as cr join patient p on p.patient_id = cr.patient_id
      left join healthcare_provider h on h.healthcare_provider_id = cr.healthcare_provider_id
      left join user_account u on u.user_id = cr.requested_to_user_id`,
  });

const itemDetail = (actor: Actor, id: RawBuilder<unknown>) =>
  detail({
    subject: 'queueItem',
    subjectId: sql`w.work_queue_encounter_id`,
    workQueueId: sql`w.work_queue_id`,
    about: sql`q.name`,
    state: labelOf(sql`w.status`, { open: 'Open', completed: 'Completed' }),
    mayBeSeen: maySeePatient(actor),
    from: sql`(select * from work_queue_encounter where work_queue_encounter_id = ${id}) as w
      join patient p on p.patient_id = w.patient_id join work_queue q on q.work_queue_id = w.work_queue_id`,
  });

const taskDetail = (actor: Actor, id: RawBuilder<unknown>) =>
  detail({
    subject: 'task',
    subjectId: sql`t.task_id`,
    about: sql`t.description`,
    state: labelOf(sql`t.status`, { completed: 'Completed', in_progress: 'In progress', pending: 'Pending' }),
    mayBeSeen: maySeePatient(actor),
    from: sql`(select * from task where task_id = ${id}) as t join patient p on p.patient_id = t.patient_id`,
  });

/** Members of a conversation get a link to it; for other users only the times are shown. */
const messageDetail = (actor: Actor, id: RawBuilder<unknown>) =>
  sql`select 'message' as subject, null::bigint as subject_id, null::bigint as work_queue_id,
    (select c.conversation_key::text from conversation c
      join conversation_member m on m.conversation_id = c.conversation_id and m.user_id = ${actor.userId}
      where c.conversation_id = ${id} and ${mayRead(sql`${actor.userId}::bigint`)}) as conversation_key,
    null::jsonb as patient, null::text as about, null::text as state`;

/** The details of the rows `f` of a source. */
function detailsOf(actor: Actor, table: Source['table']): RawBuilder<unknown> {
  if (table === 'report_referral') return referralDetail(actor, sql`f.referral_id`);
  if (table === 'report_consultation') return consultationDetail(actor, sql`f.consultation_id`);
  if (table === 'report_queue_item') return itemDetail(actor, sql`f.work_queue_encounter_id`);
  const of = (kind: string) => sql`case when f.kind = ${sql.lit(kind)} then f.subject_id end`;
  return sql.join(
    [
      referralDetail(actor, of('referral_answered')),
      itemDetail(actor, of('item_completed')),
      taskDetail(actor, of('task_completed')),
      sql`select * from (${messageDetail(actor, sql`f.subject_id`)}) as message where f.kind = 'message_answered'`,
    ],
    sql` union all `,
  );
}

/** Order for rows with the same time. */
const ids: Record<Source['table'], RawBuilder<unknown>> = {
  report_referral: sql`f.referral_id desc`,
  report_consultation: sql`f.consultation_id desc`,
  report_queue_item: sql`f.work_queue_encounter_id desc`,
  report_work: sql`f.kind, f.subject_id desc, f.sequence desc`,
};

const subjects: Record<Source['table'], RawBuilder<unknown>> = {
  report_referral: sql`'referral'`,
  report_consultation: sql`'consultation'`,
  report_queue_item: sql`'queueItem'`,
  report_work: sql`case f.kind when 'referral_answered' then 'referral' when 'item_completed' then 'queueItem'
    when 'task_completed' then 'task' else 'message' end`,
};

/** A page of the rows behind a number: as many as it counts, without the patient if the actor may not see them. */
export async function findReportRows(db: Db, actor: Actor, input: InputOf<typeof listReportRows>) {
  const { measure, key, page, report, groupBy } = input;
  const source = sourceOf(report, groupBy);
  const number = Object.hasOwn(source.numbers, measure) ? source.numbers[measure] : undefined;
  if (number === undefined) throw invalidInput({ measure: 'Invalid value' });
  const isInRow =
    key === undefined ? sql`true` : key === 'none' ? sql`(${source.key}) is null` : sql`(${source.key})::text = ${key}`;
  const found = sql`${sql.table(source.table)} f
    where ${isCounted(actor, input, source)} and ${number.of} and ${isInRow}`;
  const totals = await sql<{ total: number }>`select count(*)::int as total from ${found}`.execute(db);
  const total = totals.rows[0]?.total ?? 0;
  const order = sql`${sql.ref(source.moment)} desc, ${ids[source.table]}`;
  const userName =
    source.table === 'report_work'
      ? sql<string>`(select u.last_name || ', ' || u.first_name from user_account u where u.user_id = f.user_id)`
      : sql<null>`null`;
  const behind = shape<ReportBehind, { d?: DetailRow }>({
    subject: sql`coalesce(d.subject, ${subjects[source.table]})`,
    subjectId: 'd.subject_id',
    workQueueId: 'd.work_queue_id',
    conversationKey: 'd.conversation_key',
    patient: sql`d.patient`,
    about: 'd.about',
    state: 'd.state',
    userName,
    at: isoTimestamp(source.moment),
    hours: sql`round((${number.hours ?? source.hours})::numeric, 2)::float8`,
  });
  const { rows } =
    await behind.from`(select * from ${found} order by ${order} limit ${pageSize} offset ${(page - 1) * pageSize}) as f
    left join lateral (${detailsOf(actor, source.table)}) as d on true
    order by ${order}`.execute(db);
  return { items: rows, numPages: Math.ceil(total / pageSize), totalItemCount: total };
}
