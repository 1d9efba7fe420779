import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { messagePriority } from '@careloop/contracts/codes';
import { messageTexts } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { principalOf } from '../../platform/identity/actor.ts';
import { record } from '../../platform/audit/record.ts';
import { sendGeneratedCharts } from '../../core/charts/sentCharts.ts';
import type { Db } from '../../platform/db/client.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import type { CareTeamNews } from './shared/careTeamEvents.ts';
import { escalateUrgentMessage } from './jobs.ts';
import { unreadEvents } from './shared/unread.ts';
import type { UnreadChange } from './shared/unread.ts';
import { couldRead, noConversation } from './shared/visibility.ts';

/** A statement that assigns a message its sequence number: it updates one row of `conversation c`, under a condition. */
export type Numbering = RawBuilder<unknown>;

/** Columns a numbering statement must set; the row lock keeps sequence numbers consecutive and times ascending. */
export const nextPlace = sql`last_sequence = c.last_sequence + 1,
  last_message_at = greatest(clock_timestamp(), c.last_message_at + interval '1 microsecond')`;

interface WrittenMessage {
  conversationId: number;
  conversationKey: string;
  patientId: number | null;
  sequence: number;
  dateSent: string;
  /** Id of the sender's own copy. */
  userMessageId: number;
  memberIds: number[];
  /** For members who could read it, and for others whose unread count may have changed. */
  changes: UnreadChange[];
}

/** The conversation row in which a message was numbered. */
interface Numbered {
  conversation_id: number;
  conversation_key: string;
  patient_id: number | null;
  member_ids: number[];
  sequence: number;
  date_sent: Date;
}

export interface NewMessage {
  message: string;
  priority: 1 | 4;
  patientCharts: readonly ChartSelection[];
  /** The draft the message was sent from: of a reply in this conversation, or of a new message. */
  draftOf: 'conversation' | 'new';
  /** The request of the conversation's patient that it is about. */
  referralId?: number | null | undefined;
  careCoordinatorRequestId?: number | null | undefined;
  /** Only these versions of the draft are removed; any version if omitted. */
  draftVersions?: readonly string[] | undefined;
}

/**
 * Writes a message in the caller's transaction: its number and row, each member's copy, the audit row, the events for everyone
 * who may read it and, if it is urgent, the job that checks whether it was read.
 * @param news care-team changes caused by the message, published and counted together with it
 * @throws AppError `no_access` if nothing was numbered, `refused` if no one could read it
 */
export async function writeMessage(
  db: Db,
  actor: Actor,
  numbering: Numbering,
  message: NewMessage,
  news: CareTeamNews = { events: [], countedIds: [] },
) {
  const written = await insertMessage(db, actor, numbering, message, news.countedIds);
  if (written === undefined) throw noConversation();
  const { conversationId, conversationKey, sequence, dateSent, patientId, userMessageId } = written;
  const isReader = ({ userId }: UnreadChange) => userId !== principalOf(actor) && written.memberIds.includes(userId);
  const readers = written.changes.filter(isReader);
  if (readers.length === 0) throw refused(messageTexts.nobodyLeft);
  await attachCharts(db, written, message.patientCharts);
  await record(db, actor, {
    action: 'message.sent',
    patientId,
    subjectType: 'conversation',
    subjectId: conversationId,
    details: { sequence, priority: message.priority, documents: message.patientCharts.length },
  });
  if (isUrgent(message)) {
    const startAfter = await findEscalationTime(db, { senderId: principalOf(actor), patientId, dateSent });
    await enqueue(db, escalateUrgentMessage, { conversationId, sequence }, { startAfter });
  }
  const rooms = [principalOf(actor), ...readers.map(({ userId }) => userId)].map(userRoom);
  await publishAll(db, [
    ...news.events,
    ...unreadEvents(readers, { conversationKey, sequence }),
    ...unreadEvents(written.changes.filter((change) => !isReader(change))),
    { rooms, event: 'ConversationChangedEvent', payload: { conversationKey, lastSequence: sequence } },
  ]);
  return { conversationKey, userMessageId, sequence, dateSent };
}

const isUrgent = ({ priority }: NewMessage) => priority === messagePriority.table.urgent;

const numberedChange = shape<UnreadChange, { changed: 'unread_sequence' }>({
  userId: 'changed.user_id',
  sequence: 'changed.sequence',
});

/** The result of insertMessage. */
function writtenBy(senderId: number) {
  return shape<WrittenMessage, { n: Numbered }>({
    conversationId: 'n.conversation_id',
    conversationKey: 'n.conversation_key',
    patientId: 'n.patient_id',
    sequence: 'n.sequence',
    dateSent: iso('n.date_sent'),
    memberIds: 'n.member_ids',
    userMessageId: sql`(select user_message_id from had where user_id = ${senderId})`,
    changes: numberedChange.jsonArray({ from: sql`changed`, orderBy: sql`changed.user_id` }),
  });
}

/**
 * Writes all rows in one statement. Locks are taken in the order required by unread.ts: the conversation, its members, then the
 * unread counters of the affected users, by id.
 */
async function insertMessage(
  db: Db,
  actor: Actor,
  numbering: Numbering,
  message: NewMessage,
  countedIds: readonly number[],
) {
  const sender = principalOf(actor);
  const urgent = isUrgent(message);
  const counted = countedIds.length === 0 ? sql`` : sql`union select unnest(${countedIds}::bigint[])`;
  const draft = message.draftOf === 'new' ? sql`d.conversation_id is null` : sql`d.conversation_id = n.conversation_id`;
  const { rows } = await sql<WrittenMessage>`
    with numbered as (${numbering} returning c.conversation_id, c.conversation_key, c.patient_id, c.member_ids,
        c.last_sequence as sequence, c.last_message_at as date_sent),
    members as (
      insert into conversation_member as m (conversation_id, user_id, patient_id, last_message_at, has_urgent, sent_count)
      select n.conversation_id, u.id, n.patient_id, n.date_sent, ${urgent}::boolean, (u.id = ${sender})::int
      from numbered n cross join unnest(n.member_ids) as u(id)
      on conflict (conversation_id, user_id) do update set last_message_at = excluded.last_message_at, is_archived = false,
        has_urgent = m.has_urgent or excluded.has_urgent, sent_count = m.sent_count + excluded.sent_count
      returning user_id),
    sent as (
      insert into message (conversation_id, sequence, message, priority, from_user_id, from_identity_user_id, date_sent,
        referral_id, consultation_id)
      select n.conversation_id, n.sequence, ${message.message}, ${urgent ? 'urgent' : 'normal'}, ${sender}::bigint,
        ${actor.userId}::bigint, n.date_sent, ${message.referralId ?? null}::bigint,
        ${message.careCoordinatorRequestId ?? null}::bigint from numbered n),
    had as (
      insert into user_message (conversation_id, user_id, sequence, is_urgent, read_at)
      select n.conversation_id, m.user_id, n.sequence, ${urgent}::boolean, case when m.user_id = ${sender} then n.date_sent end
      from members m cross join numbered n returning user_message_id, user_id),
    drafted as (
      delete from message_draft d using numbered n
      where d.user_id = ${actor.userId} and d.member_user_id = ${sender} and ${draft}
        and d.version = any(coalesce(${message.draftVersions ?? null}::uuid[], array[d.version]))),
    changed as (
      insert into unread_sequence (user_id, sequence)
      select u.id, 1 from (select m.user_id from members m cross join numbered c
        where m.user_id <> ${sender} and ${couldRead(sql`m.user_id`)} ${counted}) as u(id) order by u.id
      on conflict (user_id) do update set sequence = unread_sequence.sequence + 1
      returning user_id, sequence)
    ${writtenBy(sender).from`numbered n`}`.execute(db);
  return rows[0];
}

const attachmentGone = () => invalidInput({ patientCharts: messageTexts.attachmentGone });

/** Attaches charts of the conversation's patient: documents, and charts rendered from current data. */
async function attachCharts(db: Db, to: WrittenMessage, charts: readonly ChartSelection[]): Promise<void> {
  if (charts.length === 0) return;
  const { conversationId, sequence, patientId } = to;
  if (patientId === null) throw attachmentGone();
  await sendGeneratedCharts(db, { conversationId, messageSequence: sequence }, patientId, charts);
  await attachDocuments(
    db,
    to,
    charts.flatMap((chart) => ('patientDocumentId' in chart ? [chart.patientDocumentId] : [])),
  );
}

/** Attaches the selected documents; only those of the conversation's patient are found. */
async function attachDocuments(db: Db, to: WrittenMessage, named: readonly number[]): Promise<void> {
  const chosen = [...new Set(named)];
  if (chosen.length === 0) return;
  const { numAffectedRows } = await sql`
    insert into message_attachment (conversation_id, sequence, patient_document_id)
    select ${to.conversationId}, ${to.sequence}, patient_document_id from patient_document
    where patient_id = ${to.patientId} and patient_document_id = any(${chosen}::bigint[]) and not is_archived`.execute(
    db,
  );
  if (Number(numAffectedRows) !== chosen.length) {
    throw attachmentGone();
  }
}

/** Minutes an urgent message may stay unread if the client has no setting. */
const defaultEscalationMinutes = 15;

export interface SentMessage {
  /** The user in whose name it was sent. */
  senderId: number;
  patientId: number | null;
  dateSent: string;
}

/**
 * When to check whether an urgent message was read: after the shortest time set by the patient's client or the sender's, at
 * once if that has passed.
 */
export async function findEscalationTime(db: Db, { senderId, patientId, dateSent }: SentMessage): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select greatest(now(), ${dateSent}::timestamptz + coalesce((select min(s.value) from client_setting s
      where s.name = 'urgentMessageMinutes' and s.client_id in (
        select client_id from patient where patient_id = ${patientId}
        union all select origin_client_id from user_account where user_id = ${senderId} and ${patientId}::bigint is null
      )), ${defaultEscalationMinutes}) * interval '1 minute') as at`.execute(db);
  return rows[0]?.at ?? new Date();
}
