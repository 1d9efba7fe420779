import { randomUUID } from 'node:crypto';

import { messagePriority } from '@careloop/contracts/codes';
import type { InputOf, OutputOf } from '@careloop/contracts/endpoint';
import type { MessageDraft, saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { hasVisibleText } from '@careloop/contracts/fields';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { remainingId, sightOfUser, userSeesByTeamOrClient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { proposed, writes } from '../../platform/db/writes.ts';
import { messageUser } from './shared/queries.ts';
import type { Viewer } from './shared/queries.ts';
import { mayBeMessaged } from './recipients.ts';
import { conversationOf } from './shared/visibility.ts';

/** Key of a draft: of a reply in a conversation, or of a new message. */
export interface DraftKey extends Viewer {
  conversationId: number | null;
}

/**
 * Resolves a conversation key to a draft key; null stands for a new message. Undefined if the member may not read the
 * conversation.
 */
export async function findDraftKey(db: Db, viewer: Viewer, key: string | null): Promise<DraftKey | undefined> {
  if (key === null) return { ...viewer, conversationId: null };
  const { rows } = await sql<{ conversation_id: number }>`
    select c.conversation_id from ${conversationOf(key, viewer.memberId)}`.execute(db);
  return rows[0] && { ...viewer, conversationId: rows[0].conversation_id };
}

/** The draft, or null if there is none or it is about a patient the member may no longer see. */
export async function findDraft(db: Db, key: DraftKey): Promise<MessageDraft | null> {
  const draft = shape<MessageDraft, { d: 'message_draft' }>({
    message: 'd.message',
    priority: sql`case d.priority when 'urgent' then 4 else 1 end`,
    patientId: 'd.patient_id',
    patientCharts: sql`d.patient_charts`,
    version: 'd.version',
    recipients: messageUser.jsonArray({
      from: sql`user_account u
        where u.user_id = any(d.recipient_user_ids) and ${mayBeMessaged(key.memberId)}`,
      orderBy: sql`array_position(d.recipient_user_ids, u.user_id)`,
    }),
  });
  const { rows } = await draft.from`message_draft d where ${is(key)}
      and (d.patient_id is null or ${userSeesByTeamOrClient(sightOfUser(sql`${key.memberId}`), sql`d.patient_id`)})`.execute(
    db,
  );
  return rows[0] ?? null;
}

function is({ userId, memberId, conversationId }: DraftKey) {
  const place = conversationId === null ? sql`is null` : sql`= ${conversationId}`;
  return sql<boolean>`d.user_id = ${userId} and d.member_user_id = ${memberId} and d.conversation_id ${place}`;
}

/** Saves a draft, unless the stored version is one the caller has not seen: then returns the stored draft. */
export async function saveDraft(
  db: Db,
  key: DraftKey,
  input: InputOf<typeof saveMessageDraft>,
): Promise<OutputOf<typeof saveMessageDraft>> {
  const { seen } = input;
  if (isEmpty(input)) {
    await sql`delete from message_draft d where ${is(key)} and ${mayReplace('d', seen)}`.execute(db);
    return { current: await findDraft(db, key) };
  }
  if (await upsertDraft(db, key, input, seen)) return { current: null };
  const current = await findDraft(db, key);
  // The stored draft was removed, or is about a patient the member may no longer see, so no one can continue it.
  if (current === null) await upsertDraft(db, key, input, undefined);
  return { current };
}

/** Whether the stored draft has one of these versions, if any are given. */
function mayReplace(table: 'd' | 'message_draft', seen: Input['seen']): RawBuilder<boolean> {
  return seen === undefined ? sql<boolean>`true` : sql<boolean>`${sql.ref(table)}.version = any(${seen}::uuid[])`;
}

function isEmpty(input: InputOf<typeof saveMessageDraft>): boolean {
  const { message, recipientUserIds, patientId, patientCharts } = input;
  return !hasVisibleText(message) && recipientUserIds.length === 0 && !patientId && patientCharts.length === 0;
}

type Input = InputOf<typeof saveMessageDraft>;
/** Keys that say which draft it is, whose, and what it may replace. The patient is stored as upsertDraft() says. */
type Other = 'onBehalfOfUserId' | 'conversationKey' | 'seen' | 'patientId';

const columnsOf = writes<Input, 'message_draft', Other>()({
  version: (version) => ({ version: version ?? randomUUID() }),
  message: 'message',
  priority: (priority) => ({ priority: priority === messagePriority.table.urgent ? 'urgent' : 'normal' }),
  recipientUserIds: 'recipient_user_ids',
  patientCharts: (charts) => ({ patient_charts: JSON.stringify(charts) }),
});

/**
 * Saves a draft about the patient, or the one they were merged into, if the member may see them.
 * @returns whether it was saved
 */
async function upsertDraft(
  db: Db,
  { userId, memberId, conversationId }: DraftKey,
  input: Input,
  seen: Input['seen'],
): Promise<boolean> {
  const patientId = sql<
    number | null
  >`(select p.patient_id from patient p where p.patient_id = ${remainingId(input.patientId ?? null)}
    and ${userSeesByTeamOrClient(sightOfUser(sql`${memberId}`), sql`p.patient_id`)})`;
  const columns = { ...columnsOf(input), patient_id: patientId };
  const saved = await db
    .insertInto('message_draft')
    .values({ ...columns, user_id: userId, member_user_id: memberId, conversation_id: conversationId })
    .onConflict((conflict) =>
      conflict
        .constraint('message_draft_once')
        .doUpdateSet({ ...proposed(columns), updated_at: sql<Date>`now()` })
        .where(mayReplace('message_draft', seen)),
    )
    .returning('version')
    .executeTakeFirst();
  return saved !== undefined;
}
