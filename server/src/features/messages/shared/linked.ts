import { mostLinkedMessages } from '@careloop/contracts/messages/linked';
import type { Correspondent, LinkedMessage } from '@careloop/contracts/messages/linked';
import { messageLimits } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { iso, jsonRows, shape } from '../../../platform/db/shape.ts';
import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { mayRead, receivesMessages } from './visibility.ts';

interface Linking {
  /** The messages of a request that the actor may read, latest first. */
  messages: LinkedMessage[];
  /** The person on the other side; null if there is none, or they receive no messages. */
  messageTo: Correspondent | null;
}

interface Request {
  column: 'referral_id' | 'consultation_id';
  id: number;
  patientId: number;
  /** The user on the other side. */
  otherUserId: number | null;
}

const linkedMessage = shape<LinkedMessage, { g: 'message'; own: 'user_message'; c: 'conversation' }>({
  userMessageId: 'own.user_message_id',
  conversationKey: 'c.conversation_key',
  dateSent: iso('g.date_sent'),
  fromName: sql`(select u.first_name || ' ' || u.last_name from user_account u where u.user_id = g.from_user_id)`,
  text: sql`left(g.message, ${sql.lit(messageLimits.preview)})`,
});

/** Columns of one row: the messages about a request, and whom to write to. Nothing for users without messages. */
export function linkedColumns(
  actor: Actor,
  { column, id, patientId, otherUserId }: Request,
): { [Key in keyof Linking]: RawBuilder<Linking[Key]> } {
  const memberId = principalOf(actor);
  const mayWrite = actor.permissions.has('Messages') && otherUserId !== memberId;
  const correspondent = shape<Correspondent, { u: 'user_account' }>({
    userId: 'u.user_id',
    fullName: sql`u.first_name || ' ' || u.last_name`,
    canSeePatient: mayRead(sql`u.user_id`, sql`${patientId}::bigint`),
  });
  return {
    messages: actor.permissions.has('Messages')
      ? jsonRows(linkedMessage.from`message g
          join conversation c on c.conversation_id = g.conversation_id
          join user_message own on own.conversation_id = g.conversation_id and own.sequence = g.sequence
            and own.user_id = ${memberId}
          where ${sql.ref(`g.${column}`)} = ${id} and ${mayRead(sql`${memberId}`)}
          order by g.date_sent desc limit ${mostLinkedMessages}`)
      : sql<LinkedMessage[]>`'[]'::json`,
    messageTo: mayWrite
      ? sql<Correspondent | null>`(select ${correspondent.json} from user_account u
          where u.user_id = ${otherUserId} and ${receivesMessages(sql`u.user_id`)})`
      : sql<Correspondent | null>`null::json`,
  };
}
