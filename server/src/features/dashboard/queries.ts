import { currentAppointmentStatuses } from '@careloop/contracts/codes';
import { dashboardLimits } from '@careloop/contracts/dashboard';
import type { Dashboard } from '@careloop/contracts/dashboard';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { maySeePatient, sightOfUser } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { dueOrder, taskSummary } from '../../core/tasks/taskSummary.ts';
import { unreadOf } from '../messages/shared/unread.ts';
import { mayReadBy } from '../messages/shared/visibility.ts';
import { stayTypes } from '../../core/charts/stays.ts';
import { patientSummary } from '../patients/shared/queries/patients.ts';
import { isAssignedTo, maySeeTask } from '../tasks/shared/queries.ts';
import { urgentOfPerson, urgentRows } from '../work-queues/shared/queries/urgent.ts';
import { lastAnswer, latestVisit } from '../referrals/shared/queries/answer.ts';

type MyPatients = NonNullable<Dashboard['myPatients']>;
type RowsOf<Key extends keyof MyPatients> = MyPatients[Key][number];

/** The start of today and of tomorrow, and the date. */
export interface Today {
  from: RawBuilder<Date>;
  to: RawBuilder<Date>;
  date: RawBuilder<string>;
}

/** Today in a time zone; correct on days with a clock change. */
export function todayIn(timeZone: string): Today {
  const midnight = (days: number) => sql<Date>`(select (date_trunc('day', now() at time zone ${timeZone})
    + make_interval(days => ${sql.lit(days)})) at time zone ${timeZone})`;
  return { from: midnight(0), to: midnight(1), date: sql`(select (now() at time zone ${timeZone})::date)` };
}

/** Patients `p` on whose care team the user, or the person they act for, is. */
function ofTeam(actor: Actor): RawBuilder<unknown> {
  return sql`care_team_member tm join patient p on p.patient_id = tm.patient_id and tm.user_id = ${actor.grantedUserId}
    and tm.status = 'accepted' and p.merged_into_patient_id is null`;
}

const appointment = shape<
  RowsOf<'appointments'>,
  { a: 'patient_appointment'; p: 'patient'; pr?: 'healthcare_provider' }
>({
  patientAppointmentId: 'a.patient_appointment_id',
  patient: patientSummary.nested,
  appointmentTime: iso('a.appointment_time'),
  timeZone: 'a.time_zone',
  description: 'a.description',
  providerName: sql`coalesce(pr.last_name || ', ' || pr.first_name, a.provider_name)`,
  status: sql`a.status`,
});

async function findAppointments(db: Db, actor: Actor, today: Today) {
  const { rows } = await appointment.from`${ofTeam(actor)}
    join patient_appointment a on a.patient_id = p.patient_id and a.appointment_time >= ${today.from}
      and a.appointment_time < ${today.to} and a.status in (${literals(currentAppointmentStatuses)})
    left join healthcare_provider pr on pr.healthcare_provider_id = a.healthcare_provider_id
    order by a.appointment_time, a.patient_appointment_id limit ${dashboardLimits.appointments}`.execute(db);
  return rows;
}

const admitted = shape<RowsOf<'admissions'>, { e: 'patient_encounter'; p: 'patient'; f?: 'facility' }>({
  patientEncounterId: 'e.patient_encounter_id',
  patient: patientSummary.nested,
  encounterType: 'e.encounter_type',
  encounterDate: iso('e.encounter_date'),
  timeZone: 'e.time_zone',
  facilityName: sql`coalesce(f.name, e.facility_name)`,
});

async function findAdmissions(db: Db, actor: Actor, today: Today) {
  // Forces a lookup per patient: otherwise the planner, expecting few encounters in a day, would scan those of all patients.
  const { rows } = await admitted.from`care_team_member tm
    cross join lateral (select * from patient_encounter where patient_id = tm.patient_id and encounter_date >= ${today.from}
      and encounter_date < ${today.to} and encounter_type in (${literals(stayTypes)}) offset 0) e
    join patient p on p.patient_id = e.patient_id and p.merged_into_patient_id is null
    left join facility f on f.facility_id = e.facility_id
    where tm.user_id = ${actor.grantedUserId} and tm.status = 'accepted'
    order by e.encounter_date desc, e.patient_encounter_id limit ${dashboardLimits.appointments}`.execute(db);
  return rows;
}

/** Maximum age in days of documents shown as new. */
const newsDays = 14;

/** A document with a date; one without is not new. */
type DatedDocument = { patient_document_id: number; document_name: string; date_provided: Date };

const latestDocument = shape<RowsOf<'documents'>, { d: DatedDocument; p: 'patient'; t: 'document_type' }>({
  patientDocumentId: 'd.patient_document_id',
  patient: patientSummary.nested,
  documentName: 'd.document_name',
  documentTypeName: sql`coalesce(d.custom_document_type, t.document_name)`,
  dateProvided: iso('d.date_provided'),
});

async function findDocuments(db: Db, actor: Actor) {
  const { rows } = await latestDocument.from`${ofTeam(actor)}
    join patient_document d on d.patient_id = p.patient_id and d.date_provided > now() - make_interval(days => ${sql.lit(newsDays)})
      and not d.is_archived and not coalesce(d.is_superseded, false)
    join document_type t on t.document_type_id = d.document_type_id
    order by d.date_provided desc, d.patient_document_id limit ${dashboardLimits.documents}`.execute(db);
  return rows;
}

/** Today's events of the patients on whose care team the user is; null for users who are on none. */
export async function findMyPatients(db: Db, actor: Actor, today: Today): Promise<Dashboard['myPatients']> {
  const [{ rows: anybody }, appointments, admissions, documents] = await Promise.all([
    sql`select 1 from ${ofTeam(actor)} limit 1`.execute(db),
    findAppointments(db, actor, today),
    findAdmissions(db, actor, today),
    findDocuments(db, actor),
  ]);
  if (anybody.length === 0) return null;
  return { appointments, admissions, documents };
}

type DueTask = Dashboard['tasks']['items'][number];

const dueTask = shape<DueTask & { openCount: number; dueCount: number }, { t: 'task'; p: 'patient'; page: object }>({
  ...taskSummary.columns,
  patient: patientSummary.nested,
  openCount: sql`page.open_count::int`,
  dueCount: sql`page.due_count::int`,
});

/** The user's open tasks: past due and due today first. */
export async function findDueTasks(db: Db, actor: Actor, today: Today): Promise<Dashboard['tasks']> {
  const { rows } = await dueTask.from`(select t.task_id, count(*) over () as open_count,
      count(*) filter (where t.date_due <= ${today.date}) over () as due_count
      from task t join patient p on p.patient_id = t.patient_id
      where ${isAssignedTo(actor)} and t.status <> 'completed' and ${maySeeTask(actor)}
      order by ${dueOrder}, t.task_id limit ${dashboardLimits.tasks}) as page
    join task t using (task_id) join patient p on p.patient_id = t.patient_id
    order by ${dueOrder}, t.task_id`.execute(db);
  const { openCount = 0, dueCount = 0 } = rows[0] ?? {};
  return { items: rows.map(({ openCount: _open, dueCount: _due, ...task }) => task), openCount, dueCount };
}

/** SQL for the number of the user's open tasks that are past due or due today. */
function dueCount(actor: Actor, today: Today): RawBuilder<number> {
  return sql<number>`(select count(*)::int from task t join patient p on p.patient_id = t.patient_id
    where ${isAssignedTo(actor)} and t.status <> 'completed' and t.date_due <= ${today.date} and ${maySeeTask(actor)})`;
}

type UrgentConversations = NonNullable<Dashboard['urgentConversations']>;

const urgentMessage = shape<
  UrgentConversations['items'][number] & { count: number },
  { n: 'user_message'; c: 'conversation'; m: 'message'; u: 'user_account'; p?: 'patient'; page: object }
>({
  conversationKey: 'c.conversation_key',
  userMessageId: 'n.user_message_id',
  fromName: sql`u.first_name || ' ' || u.last_name`,
  sentAt: iso('m.date_sent'),
  patient: patientSummary.nestedIfFound('p.patient_id'),
  count: sql`page.count::int`,
});

/** Conversations with urgent messages that the user has not read, latest first; with the first such message of each. */
export async function findUrgentConversations(db: Db, actor: Actor): Promise<UrgentConversations> {
  const userId = sql`${actor.grantedUserId}::bigint`;
  const { rows } = await urgentMessage.from`(select own.*, count(*) over () as count
      from (select n.conversation_id, min(n.sequence) as sequence from ${unreadOf(userId)} and n.is_urgent
        group by n.conversation_id) as own
      join conversation c on c.conversation_id = own.conversation_id where ${mayReadBy(sightOfUser(userId))}
      order by c.last_message_at desc limit ${dashboardLimits.conversations}) as page
    join conversation c using (conversation_id)
    join message m on m.conversation_id = page.conversation_id and m.sequence = page.sequence
    join user_message n on n.conversation_id = page.conversation_id and n.sequence = page.sequence and n.user_id = ${userId}
    join user_account u on u.user_id = m.from_user_id
    left join patient p on p.patient_id = c.patient_id
    order by c.last_message_at desc`.execute(db);
  return { items: rows.map(({ count: _count, ...item }) => item), count: rows[0]?.count ?? 0 };
}

/** Maximum age in days of answers shown as new. */
const answerDays = 30;

const answer = shape<Dashboard['answers'][number], { r: 'referral'; p: 'patient'; h?: 'healthcare_provider' }>({
  referralId: 'r.referral_id',
  patient: patientSummary.nested,
  status: 'r.status',
  referredToName: sql`h.last_name || ', ' || h.first_name`,
  statusChangedAt: iso('r.status_changed_at'),
  answer: lastAnswer,
  latestAppointment: latestVisit,
});

/** Recently answered referrals that the user sent, or that were sent on their behalf. */
export async function findAnswers(db: Db, actor: Actor): Promise<Dashboard['answers']> {
  const sent = ['created_by_user_id', 'on_behalf_of_user_id'].map(
    (column) => sql`select r.referral_id from referral r where ${sql.ref(`r.${column}`)} = ${actor.grantedUserId}
      and r.date_created > now() - interval '1 year' and r.status in ('accepted', 'scheduled', 'declined', 'completed')
      and r.status_changed_at > now() - make_interval(days => ${sql.lit(answerDays)})`,
  );
  const { rows } = await answer.from`(${sql.join(sent, sql` union `)}) as found join referral r using (referral_id)
    join patient p on p.patient_id = r.patient_id and ${maySeePatient(actor)}
    left join healthcare_provider h on h.healthcare_provider_id = r.healthcare_provider_id
    order by r.status_changed_at desc, r.referral_id desc limit ${dashboardLimits.answers}`.execute(db);
  return rows;
}

type Waiting = Omit<Dashboard['others'][number], 'unreadMessageCount'>;

/**
 * What is waiting for each person the user may act for, as that person would see it, by name. STAT and overdue items that the
 * user has as well are left out: they are in the user's own list.
 * @param own the user without those they may act for
 * @param people the user acting as each of them
 */
export async function findWaiting(
  db: Db,
  own: Actor,
  { people, today, worksQueues }: { people: readonly Actor[]; today: Today; worksQueues: boolean },
): Promise<Waiting[]> {
  if (people.length === 0) return [];
  const sights = people.map((person) => ({
    id: person.grantedUserId,
    clients: person.clientIds,
    viewed: person.viewAllClientIds,
    coordinated: person.coordinatorClientIds,
  }));
  const person = inRow(own);
  type Found = Omit<Waiting, 'urgentItems' | 'urgentItemCount'> & { urgent: Parameters<typeof urgentOfPerson>[0] };
  const waiting = shape<Found, { u: 'user_account' }>({
    userId: 'u.user_id',
    fullName: sql`u.first_name || ' ' || u.last_name`,
    urgent: worksQueues ? urgentRows(person, dashboardLimits.urgentItemsOfOther, own) : sql<[]>`'[]'::json`,
    dueTaskCount: dueCount(person, today),
  });
  const { rows } =
    await waiting.from`jsonb_to_recordset(${JSON.stringify(sights)}::jsonb) as whose(id bigint, clients bigint[], viewed bigint[], coordinated bigint[])
    join user_account u on u.user_id = whose.id
    order by u.last_name, u.first_name, u.user_id`.execute(db);
  return rows.map(({ urgent, ...row }) => ({ ...row, ...urgentOfPerson(urgent) }));
}

/** An actor whose sight comes from the columns of a row `whose`, so that SQL predicates apply to the person of each row. */
function inRow(actor: Actor): Actor {
  const sight = {
    grantedUserId: sql`whose.id`,
    userIds: sql`array[whose.id]`,
    clientIds: sql`whose.clients`,
    viewAllClientIds: sql`whose.viewed`,
    coordinatorClientIds: sql`whose.coordinated`,
  };
  // The predicates only put these into SQL, where a column works as well as a value.
  return { ...actor, ...(sight as unknown as Pick<Actor, keyof typeof sight>) };
}
