import { messagePriority } from '@careloop/contracts/codes';
import type { InputOf, OutputOf } from '@careloop/contracts/endpoint';
import type { MessageDraft, removeMessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { sightOfUser, userMaySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { isoTimestamp } from '../../db/isoTimestamp.ts';
import { userJson } from './listQuery.ts';
import type { Viewer } from './listQuery.ts';
import { mayBeMessaged } from './recipients.ts';
import { conversationOf } from './visibility.ts';

/** Which of somebody's drafts: the one in a conversation, or of the new message. */
export interface DraftKey extends Viewer {
  conversationId: number | null;
}

/** Where a draft belongs: no key is a new message; undefined for a conversation that the member may not read. */
export async function findDraftKey(db: Db, viewer: Viewer, key: string | null): Promise<DraftKey | undefined> {
  if (key === null) return { ...viewer, conversationId: null };
  const { rows } = await sql<{ conversationId: number }>`
    select c.conversation_id as "conversationId" from ${conversationOf(key, viewer.memberId)}`.execute(db);
  return rows[0] && { ...viewer, ...rows[0] };
}

/** The draft, or null; also when it is about a patient that the member may not see any more. */
export async function findDraft(db: Db, key: DraftKey): Promise<MessageDraft | null> {
  const { rows } = await sql<MessageDraft>`
    select d.message, case d.priority when 'urgent' then 4 else 1 end as priority, d.patient_id as "patientId",
      d.patient_document_ids as "patientDocumentIds", ${isoTimestamp('d.updated_at')} as "updatedAt",
      coalesce((select json_agg(${userJson} order by array_position(d.recipient_user_ids, u.user_id)) from user_account u
        where u.user_id = any(d.recipient_user_ids) and ${mayBeMessaged(key.memberId)}), '[]') as recipients
    from message_draft d where ${is(key)}
      and (d.patient_id is null or ${userMaySeePatient(sightOfUser(sql`${key.memberId}`), sql`d.patient_id`)})`.execute(
    db,
  );
  return rows[0] ?? null;
}

function is({ userId, memberId, conversationId }: DraftKey) {
  const place = conversationId === null ? sql`is null` : sql`= ${conversationId}`;
  return sql<boolean>`d.user_id = ${userId} and d.member_user_id = ${memberId} and d.conversation_id ${place}`;
}

/** Keeps what is written now, unless what is there was written in another window, which is answered. */
export async function saveDraft(
  db: Db,
  key: DraftKey,
  input: InputOf<typeof saveMessageDraft>,
): Promise<OutputOf<typeof saveMessageDraft>> {
  if (isEmpty(input)) {
    await removeDraft(db, key, input, sql`d.step < ${input.step}`);
    return { updatedAt: null, other: await findDraft(db, key) };
  }
  const kept = await upsertDraft(db, key, input);
  if (kept !== undefined) return { updatedAt: kept, other: null };
  const { rows } = await sql<{ updatedAt: string }>`select ${isoTimestamp('d.updated_at')} as "updatedAt"
    from message_draft d where ${is(key)} and d.writer = ${input.writer}`.execute(db);
  // From this window, and newer: the two have overtaken each other.
  if (rows[0] !== undefined) return { ...rows[0], other: null };
  const other = await findDraft(db, key);
  if (other !== null) return { updatedAt: other.updatedAt, other };
  // It is gone by now, or about a patient whom nobody here may see any more: nobody can go on with it.
  return { updatedAt: (await upsertDraft(db, key, input, sql`true`)) ?? null, other: null };
}

/** When it was kept; undefined when it may not replace what is there. */
async function upsertDraft(
  db: Db,
  key: DraftKey,
  input: InputOf<typeof saveMessageDraft>,
  mayReplace = isReplacedBy(input, sql`d.step < excluded.step`),
): Promise<string | undefined> {
  const priority = input.priority === messagePriority.table.urgent ? 'urgent' : 'normal';
  const { rows } = await sql<{ updatedAt: string }>`
    insert into message_draft as d (user_id, member_user_id, conversation_id, message, priority, recipient_user_ids,
      patient_id, patient_document_ids, writer, step)
    values (${key.userId}, ${key.memberId}, ${key.conversationId}, ${input.message}, ${priority},
      ${input.recipientUserIds}::bigint[], (select p.patient_id from patient p where p.patient_id = ${input.patientId ?? null}
        and ${userMaySeePatient(sightOfUser(sql`${key.memberId}`), sql`p.patient_id`)}), ${input.patientDocumentIds}::bigint[],
      ${input.writer ?? null}, ${input.step})
    on conflict on constraint message_draft_once do update set message = excluded.message, priority = excluded.priority,
      recipient_user_ids = excluded.recipient_user_ids, patient_id = excluded.patient_id,
      patient_document_ids = excluded.patient_document_ids, writer = excluded.writer, step = excluded.step,
      updated_at = greatest(now(), d.updated_at + interval '1 microsecond')
    where ${mayReplace}
    returning ${isoTimestamp('d.updated_at')} as "updatedAt"`.execute(db);
  return rows[0]?.updatedAt;
}

type Writing = Pick<InputOf<typeof removeMessageDraft>, 'writer' | 'follows'>;

/** Whether a draft is the writer's own, or the one that the writer began from. */
function isReplacedBy({ writer, follows }: Writing, isNewer: RawBuilder<boolean> = sql`true`): RawBuilder<boolean> {
  if (!writer) return sql`true`;
  return sql`(d.writer = ${writer} and ${isNewer} or ${isoTimestamp('d.updated_at')} = ${follows ?? null})`;
}

function isEmpty(input: InputOf<typeof saveMessageDraft>): boolean {
  const { message, recipientUserIds, patientId, patientDocumentIds } = input;
  return message.trim() === '' && recipientUserIds.length === 0 && !patientId && patientDocumentIds.length === 0;
}

/** Takes a draft away, unless it was written in another window. */
export async function removeDraft(
  db: Db,
  key: DraftKey,
  writing: Writing,
  isNewer?: RawBuilder<boolean>,
): Promise<void> {
  await sql`delete from message_draft d where ${is(key)} and ${isReplacedBy(writing, isNewer)}`.execute(db);
}
