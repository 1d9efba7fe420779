import { messagePriority } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { MessageDraft, saveMessageDraft } from '@careloop/contracts/messages-extras';
import { sql } from 'kysely';

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

/** Keeps what is written now. A draft has one writer, so the last one kept is the one that is meant. */
export async function saveDraft(
  db: Db,
  key: DraftKey,
  input: InputOf<typeof saveMessageDraft>,
): Promise<{ updatedAt: string | null }> {
  if (isEmpty(input)) {
    await removeDraft(db, key);
    return { updatedAt: null };
  }
  const priority = input.priority === messagePriority.table.urgent ? 'urgent' : 'normal';
  const { rows } = await sql<{ updatedAt: string }>`
    insert into message_draft as d (user_id, member_user_id, conversation_id, message, priority, recipient_user_ids,
      patient_id, patient_document_ids)
    values (${key.userId}, ${key.memberId}, ${key.conversationId}, ${input.message}, ${priority},
      ${input.recipientUserIds}::bigint[], (select p.patient_id from patient p where p.patient_id = ${input.patientId ?? null}
        and ${userMaySeePatient(sightOfUser(sql`${key.memberId}`), sql`p.patient_id`)}), ${input.patientDocumentIds}::bigint[])
    on conflict on constraint message_draft_once do update set message = excluded.message, priority = excluded.priority,
      recipient_user_ids = excluded.recipient_user_ids, patient_id = excluded.patient_id,
      patient_document_ids = excluded.patient_document_ids, updated_at = now()
    returning ${isoTimestamp('d.updated_at')} as "updatedAt"`.execute(db);
  return { updatedAt: rows[0]?.updatedAt ?? null };
}

function isEmpty(input: InputOf<typeof saveMessageDraft>): boolean {
  const { message, recipientUserIds, patientId, patientDocumentIds } = input;
  return message.trim() === '' && recipientUserIds.length === 0 && !patientId && patientDocumentIds.length === 0;
}

export async function removeDraft(db: Db, key: DraftKey): Promise<void> {
  await sql`delete from message_draft d where ${is(key)}`.execute(db);
}
