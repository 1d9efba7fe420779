import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { restore } from './moveRows.ts';
import type { Merge } from './moveRows.ts';

// The same people have one conversation about a patient. If both patients have one with the same people, the messages of the
// merged patient's conversation are interleaved with the survivor's by time.

/** Above every sequence number: temporary range for messages while they are renumbered. */
const aside = 1_000_000_000;

/** Combines the conversations that the same people have about both patients. Must be called before rows are moved. */
export async function combineConversations(db: Db, merge: Merge): Promise<number[]> {
  const { patientMergeId, survivingPatientId, mergedPatientId } = merge;
  const { rows } = await sql<{ conversation_id: number; from_id: number }>`
    select kept.conversation_id, other.conversation_id as from_id
    from conversation kept join conversation other using (member_ids)
    where kept.patient_id = ${survivingPatientId} and other.patient_id = ${mergedPatientId}
      and kept.merged_into_conversation_id is null and other.merged_into_conversation_id is null
    order by 1 for update`.execute(db);
  if (rows.length === 0) return [];
  const kept = rows.map((row) => row.conversation_id);
  const others = rows.map((row) => row.from_id);
  const pairs = sql`unnest(${kept}::bigint[], ${others}::bigint[]) as pair (conversation_id, from_id)`;
  await sql`
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${patientMergeId}, 'conversation', c.conversation_id, 'changed', to_jsonb(c) || jsonb_build_object('members',
      (select jsonb_agg(to_jsonb(m)) from conversation_member m where m.conversation_id = c.conversation_id))
    from conversation c where c.conversation_id = any(${[...kept, ...others]}::bigint[])`.execute(db);
  await sql`
    insert into patient_merge_message (patient_merge_id, conversation_id, sequence, from_conversation_id, from_sequence)
    select ${patientMergeId}, pair.conversation_id, row_number() over (partition by pair.conversation_id
      order by g.date_sent, g.conversation_id <> pair.conversation_id, g.sequence), g.conversation_id, g.sequence
    from ${pairs} join message g on g.conversation_id in (pair.conversation_id, pair.from_id)`.execute(db);
  await place(db, patientMergeId, 'merged');
  await sql`
    update conversation_member m set is_archived = m.is_archived and o.is_archived, has_urgent = m.has_urgent or o.has_urgent,
      sent_count = m.sent_count + o.sent_count, last_message_at = greatest(m.last_message_at, o.last_message_at)
    from ${pairs}, conversation_member o
    where m.conversation_id = pair.conversation_id and o.conversation_id = pair.from_id and o.user_id = m.user_id`.execute(
    db,
  );
  await sql`
    update conversation c set last_sequence = c.last_sequence + o.last_sequence,
      last_message_at = greatest(c.last_message_at, o.last_message_at)
    from ${pairs}, conversation o
    where c.conversation_id = pair.conversation_id and o.conversation_id = pair.from_id`.execute(db);
  await moveDrafts(db, merge, kept, others);
  await sql`delete from conversation_member where conversation_id = any(${others}::bigint[])`.execute(db);
  await sql`update conversation c set merged_into_conversation_id = pair.conversation_id
    from ${pairs} where c.conversation_id = pair.from_id`.execute(db);
  return kept;
}

/** Gives messages their sequence numbers in the combined conversation, or those they had before. */
async function place(db: Db, patientMergeId: number, where: 'merged' | 'before'): Promise<void> {
  const isMerged = where === 'merged';
  const from = isMerged ? ['from_conversation_id', 'from_sequence'] : ['conversation_id', 'sequence'];
  const to = isMerged ? ['conversation_id', 'sequence'] : ['from_conversation_id', 'from_sequence'];
  const column = (name: string | undefined) => sql.ref(`k.${name}`);
  await sql`
    update message g set conversation_id = ${column(to[0])}, sequence = ${column(to[1])} + ${aside}
    from patient_merge_message k where k.patient_merge_id = ${patientMergeId}
      and g.conversation_id = ${column(from[0])} and g.sequence = ${column(from[1])}`.execute(db);
  await sql`
    update message g set sequence = g.sequence - ${aside}
    where g.sequence > ${aside} and g.conversation_id in (select ${column(to[0])} from patient_merge_message k
      where k.patient_merge_id = ${patientMergeId})`.execute(db);
}

/** Moves drafts to the combined conversation; appends one to an existing draft if it fits. */
async function moveDrafts(db: Db, merge: Merge, kept: readonly number[], others: readonly number[]): Promise<void> {
  const pairs = sql`unnest(${kept}::bigint[], ${others}::bigint[]) as pair (conversation_id, from_id)`;
  await sql`
    update message_draft d set message = d.message || e'\n\n' || o.message, version = gen_random_uuid()
    from ${pairs}, message_draft o
    where d.conversation_id = pair.conversation_id and o.conversation_id = pair.from_id and o.user_id = d.user_id
      and o.member_user_id = d.member_user_id and length(d.message) + length(o.message) < 9998`.execute(db);
  await sql`
    with moved as (update message_draft o set conversation_id = pair.conversation_id from ${pairs}
      where o.conversation_id = pair.from_id and not exists (select from message_draft d
        where d.conversation_id = pair.conversation_id and d.user_id = o.user_id and d.member_user_id = o.member_user_id)
      returning o.message_draft_id, pair.from_id)
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${merge.patientMergeId}, 'message_draft', message_draft_id, 'moved',
      jsonb_build_object('conversation_id', from_id) from moved`.execute(db);
}

/** Splits a combined conversation into two again. Must be called after all other rows have moved back. */
export async function separateConversations(db: Db, merge: Merge): Promise<number[]> {
  const { patientMergeId } = merge;
  const { rows } = await sql<{ conversation_id: number; from_id: number }>`
    select c.merged_into_conversation_id as conversation_id, c.conversation_id as from_id
    from patient_merge_row w join conversation c on c.conversation_id = w.row_id
    where w.patient_merge_id = ${patientMergeId} and w.table_name = 'conversation' and w.change = 'changed'
      and c.merged_into_conversation_id is not null order by 1`.execute(db);
  if (rows.length === 0) return [];
  const others = rows.map((row) => row.from_id);
  await sql`select from conversation where conversation_id = any(${rows.map((row) => row.conversation_id)}::bigint[])
    order by conversation_id for update`.execute(db);
  const members = sql`patient_merge_row w
    cross join jsonb_populate_recordset(null::conversation_member, w.before -> 'members') o
    where w.patient_merge_id = ${patientMergeId} and w.table_name = 'conversation' and w.change = 'changed'`;
  await sql`insert into conversation_member select o.* from ${members}
    and w.row_id = any(${others}::bigint[])`.execute(db);
  await place(db, patientMergeId, 'before');
  // A conversation with unread messages must not be archived.
  await sql`
    update conversation_member m set sent_count = o.sent_count, last_message_at = o.last_message_at, has_urgent = o.has_urgent,
      is_archived = o.is_archived and not exists (select from user_message n
        where n.conversation_id = m.conversation_id and n.user_id = m.user_id and n.read_at is null)
    from (select o.* from ${members}) as o
    where m.conversation_id = o.conversation_id and m.user_id = o.user_id`.execute(db);
  await sql`update conversation set merged_into_conversation_id = null
    where conversation_id = any(${others}::bigint[])`.execute(db);
  await restore(db, merge, 'message_draft', 'message_draft_id', ['conversation_id']);
  return rows.flatMap((row) => [row.conversation_id, row.from_id]);
}
