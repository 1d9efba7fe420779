import type { InputOf } from '@careloop/contracts/endpoint';
import type {
  sendMessage as sendEndpoint,
  sendQuickReply as replyEndpoint,
} from '@careloop/contracts/messages/sending';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { joinCareTeam } from '../../core/access/careTeam.ts';
import type { Db } from '../../platform/db/client.ts';
import { findCareTeamNews } from './shared/careTeamEvents.ts';
import type { AnsweredConversation } from './queries/conversation.ts';
import type { Addressees } from './recipients.ts';
import { mayRead } from './shared/visibility.ts';
import { nextPlace, writeMessage } from './writeMessage.ts';
import type { Numbering } from './writeMessage.ts';

/**
 * Sends a message in the one conversation that these people have about the patient. Recipients who are not on the patient's
 * care team are added to it; the sender was warned.
 * @throws AppError `invalid_input` if documents cannot be attached
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
    createConversation(memberIds, patientId),
    { ...input, draftOf: 'new' },
    news,
  );
  return {
    ...sent,
    addedToCareTeam: outside.map(({ userId, firstName, lastName }) => ({ userId, firstName, lastName })),
  };
}

/** Leaves the unread counts to writing the message, which holds the locks for them. */
async function addToCareTeam(db: Db, actor: Actor, patientId: number, userIds: readonly number[]) {
  return findCareTeamNews(db, await joinCareTeam(db, actor, { through: 'message', patientId }, userIds));
}

const idsOf = (users: readonly { userId: number }[]) => users.map(({ userId }) => userId);

/** Finds or creates a conversation and numbers its next message. */
function createConversation(memberIds: readonly number[], patientId: number | null): Numbering {
  return sql`insert into conversation as c (member_ids, patient_id, last_sequence, last_message_at)
    values (${memberIds}::bigint[], ${patientId}::bigint, 1, clock_timestamp())
    on conflict on constraint conversation_once do update set ${nextPlace}`;
}

/**
 * Replies in a conversation. No one joins a care team by this; a member who left the patient's care team cannot read the reply.
 * @throws AppError `no_access` or `refused` if the member lost access, or the last reader is gone, since it was loaded
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
