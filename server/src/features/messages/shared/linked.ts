import { mostLinkedMessages } from '@careloop/contracts/messages/linked';
import type { Correspondent, LinkedMessage } from '@careloop/contracts/messages/linked';
import { messageLimits } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import type { InSql } from '../../../platform/db/fixedStatement.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import { mayRead, receivesMessages } from './visibility.ts';

interface Linked {
  hasMessages: boolean;
  /** The person on the other side; null if there is none, or they receive no messages. */
  messageTo: Correspondent | null;
}

interface Request {
  column: 'referral_id' | 'consultation_id';
  id: number;
}

interface Addressed {
  column: Request['column'];
  id: InSql<number>;
  patientId: InSql<number>;
  /** The user on the other side. */
  otherUserId: InSql<number | null>;
}

/** What an actor may do about the messages of a request. */
export type Linking = Readonly<Record<'mayRead' | 'mayWrite', boolean>>;

const linkedMessage = shape<LinkedMessage, { g: 'message'; own: 'user_message'; c: 'conversation' }>({
  userMessageId: 'own.user_message_id',
  conversationKey: 'c.conversation_key',
  dateSent: iso('g.date_sent'),
  fromName: sql`(select u.first_name || ' ' || u.last_name from user_account u where u.user_id = g.from_user_id)`,
  text: sql`left(g.message, ${sql.lit(messageLimits.preview)})`,
});

/**
 * The messages of a request that the actor may read, latest first.
 * @param hasMessages as in `linkedColumns`: few requests have any, and whether the actor may read them takes long to ask
 */
export async function findLinkedMessages(
  db: Db,
  actor: Actor,
  { column, id }: Request,
  hasMessages: boolean,
): Promise<LinkedMessage[]> {
  if (!hasMessages) return [];
  const memberId = principalOf(actor);
  const { rows } = await linkedMessage.from`message g
    join conversation c on c.conversation_id = g.conversation_id
    join user_message own on own.conversation_id = g.conversation_id and own.sequence = g.sequence
      and own.user_id = ${memberId}
    where ${sql.ref(`g.${column}`)} = ${id} and ${mayRead(sql`${memberId}`)}
    order by g.date_sent desc limit ${mostLinkedMessages}`.execute(db);
  return rows;
}

export function linkingOf(actor: Actor, { otherUserId }: { otherUserId: number | null }): Linking {
  const mayReadAny = actor.permissions.has('Messages');
  return { mayRead: mayReadAny, mayWrite: mayReadAny && otherUserId !== principalOf(actor) };
}

/** Columns of one row: whether there are messages about a request, and whom to write to. Nothing for users without messages. */
export function linkedColumns(
  { column, id, patientId, otherUserId }: Addressed,
  linking: Linking,
): { [Key in keyof Linked]: RawBuilder<Linked[Key]> } {
  const correspondent = shape<Correspondent, { u: 'user_account' }>({
    userId: 'u.user_id',
    fullName: sql`u.first_name || ' ' || u.last_name`,
    canSeePatient: mayRead(sql`u.user_id`, sql`${patientId}::bigint`),
  });
  return {
    hasMessages: linking.mayRead
      ? sql<boolean>`exists (select from message g where ${sql.ref(`g.${column}`)} = ${id})`
      : sql<boolean>`false`,
    messageTo: linking.mayWrite
      ? sql<Correspondent | null>`(select ${correspondent.json} from user_account u
          where u.user_id = ${otherUserId} and ${receivesMessages(sql`u.user_id`)})`
      : sql<Correspondent | null>`null::json`,
  };
}
