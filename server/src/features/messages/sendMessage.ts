import type { InputOf } from '@careloop/contracts/endpoint';
import { messageTexts } from '@careloop/contracts/messages';
import type {
  sendMessage as sendEndpoint,
  sendQuickReply as replyEndpoint,
} from '@careloop/contracts/messages-sending';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { inSightOf, principalOf } from '../../access/actor.ts';
import { deniedPatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { refused } from '../../http/errors.ts';
import { addToCareTeam } from '../care-teams/membership.ts';
import { findMessagePatient, findRecipients } from './recipients.ts';
import { keyOrNone, mayRead, noConversation } from './visibility.ts';
import { numberedColumns, writeMessage } from './writeMessage.ts';
import type { NumberedConversation } from './writeMessage.ts';

/**
 * Sends a message to people, in the one conversation that they and the patient have. Recipients who are not on the
 * patient's care team become members of it: the sender was warned.
 * @throws AppError `unauthorized_patient`, or `invalid_input` naming the recipients or documents that cannot be
 */
export async function sendMessage(db: Db, actor: Actor, input: InputOf<typeof sendEndpoint>) {
  const sender = principalOf(actor);
  const patient = await findPatient(db, actor, input.patientId ?? null);
  const recipients = await findRecipients(db, sender, input.recipientUserIds, patient);
  const outside = patient === undefined ? [] : recipients.filter((recipient) => !recipient.isOnCareTeam);
  const joined = patient === undefined ? [] : await addToCareTeam(db, actor, patient.patientId, idsOf(outside));
  const memberIds = [sender, ...idsOf(recipients)].toSorted((one, other) => one - other);
  const conversation = await numberConversation(db, memberIds, patient?.patientId ?? null);
  const sent = await writeMessage(db, actor, conversation, { ...input, draftOf: 'new' }, joined);
  return {
    ...sent,
    addedToCareTeam: outside.map(({ userId, firstName, lastName }) => ({ userId, firstName, lastName })),
  };
}

async function findPatient(db: Db, actor: Actor, patientId: number | null) {
  if (patientId === null) return undefined;
  const patient = await findMessagePatient(db, principalOf(actor), patientId);
  if (patient === undefined) throw await deniedPatient(db, inSightOf(actor), patientId);
  return patient;
}

const idsOf = (users: readonly { userId: number }[]) => users.map(({ userId }) => userId);

/** Finds or founds the conversation and numbers its next message, in one statement that two senders never pass at once. */
async function numberConversation(db: Db, memberIds: readonly number[], patientId: number | null) {
  const { rows } = await sql<NumberedConversation>`
    insert into conversation as c (member_ids, patient_id, last_sequence, last_message_at)
    values (${memberIds}::bigint[], ${patientId}, 1, clock_timestamp())
    on conflict on constraint conversation_once do update set last_sequence = c.last_sequence + 1,
      last_message_at = greatest(clock_timestamp(), c.last_message_at + interval '1 microsecond')
    returning ${numberedColumns}`.execute(db);
  const conversation = rows[0];
  if (conversation === undefined) throw new Error('A conversation was neither found nor founded');
  return conversation;
}

/**
 * Answers in a conversation. Nobody joins a care team by it: who has left the patient's does not read it.
 * @throws AppError `no_access`, or `refused` when nobody is left who could read the answer
 */
export async function sendQuickReply(db: Db, actor: Actor, input: InputOf<typeof replyEndpoint>) {
  const conversation = await numberReply(db, principalOf(actor), input.conversationKey);
  if (conversation === undefined) throw noConversation();
  if (!conversation.hasReader) throw refused(messageTexts.nobodyLeft);
  return writeMessage(db, actor, conversation, { ...input, draftOf: 'conversation' });
}

async function numberReply(db: Db, sender: number, key: string) {
  const { rows } = await sql<NumberedConversation & { hasReader: boolean }>`
    update conversation c set last_sequence = c.last_sequence + 1,
      last_message_at = greatest(clock_timestamp(), c.last_message_at + interval '1 microsecond')
    from conversation_member m
    where m.conversation_id = c.conversation_id and m.user_id = ${sender} and c.conversation_key = ${keyOrNone(key)}::uuid
      and ${mayRead(sql`${sender}`)}
    returning ${numberedColumns}, exists (select from user_account o where o.user_id = any(c.member_ids)
      and o.user_id <> ${sender} and o.is_active and ${mayRead(sql`o.user_id`)}) as "hasReader"`.execute(db);
  return rows[0];
}
