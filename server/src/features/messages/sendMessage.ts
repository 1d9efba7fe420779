import type { InputOf } from '@careloop/contracts/endpoint';
import type {
  sendMessage as sendEndpoint,
  sendQuickReply as replyEndpoint,
} from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { principalOf } from '../../access/actor.ts';
import type { Authorized } from '../../access/authorize.ts';
import { joinCareTeam } from '../../access/careTeam.ts';
import type { Db } from '../../db/client.ts';
import { findCareTeamNews } from './careTeamEvents.ts';
import type { AnsweredConversation } from './conversationQuery.ts';
import type { Addressees } from './recipients.ts';
import { mayRead } from './visibility.ts';
import { nextPlace, writeMessage } from './writeMessage.ts';
import type { Numbering } from './writeMessage.ts';

/**
 * Sends a message to people, in the one conversation that they and the patient have. Recipients who are not on the
 * patient's care team become members of it: the sender was warned.
 * @throws AppError `invalid_input` when documents cannot be attached
 */
export async function sendMessage(
  db: Db,
  actor: Actor,
  { found, patientId }: Authorized<Addressees, 'send'>,
  input: InputOf<typeof sendEndpoint>,
) {
  const outside = patientId === null ? [] : found.filter((recipient) => !recipient.isOnCareTeam);
  const news = patientId === null ? undefined : await addToCareTeam(db, actor, patientId, idsOf(outside));
  const memberIds = [principalOf(actor), ...idsOf(found)].toSorted((one, other) => one - other);
  const sent = await writeMessage(
    db,
    actor,
    foundConversation(memberIds, patientId),
    { ...input, draftOf: 'new' },
    news,
  );
  return {
    ...sent,
    addedToCareTeam: outside.map(({ userId, firstName, lastName }) => ({ userId, firstName, lastName })),
  };
}

/** What people have unread is left for the writing of the message to number, which holds the locks for it. */
async function addToCareTeam(db: Db, actor: Actor, patientId: number, userIds: readonly number[]) {
  return findCareTeamNews(db, await joinCareTeam(db, actor, { referralId: null, patientId }, userIds));
}

const idsOf = (users: readonly { userId: number }[]) => users.map(({ userId }) => userId);

/** Finds or founds a conversation and numbers its next message. */
function foundConversation(memberIds: readonly number[], patientId: number | null): Numbering {
  return sql`insert into conversation as c (member_ids, patient_id, last_sequence, last_message_at)
    values (${memberIds}::bigint[], ${patientId}::bigint, 1, clock_timestamp())
    on conflict on constraint conversation_once do update set ${nextPlace}`;
}

/**
 * Answers in a conversation. Nobody joins a care team by it: who has left the patient's does not read it.
 * @throws AppError `no_access` or `refused` when it was closed, or its last reader gone, since it was looked at
 */
export function sendQuickReply(
  db: Db,
  actor: Actor,
  { conversationId }: Authorized<AnsweredConversation, 'reply'>,
  input: InputOf<typeof replyEndpoint>,
) {
  const numbering = sql`update conversation c set ${nextPlace}
    where c.conversation_id = ${conversationId} and ${mayRead(sql`${principalOf(actor)}`)}`;
  return writeMessage(db, actor, numbering, { ...input, draftOf: 'conversation' });
}
