import { messageTexts } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { sightOfUser, userSeesByTeamOrClient } from '../../../core/access/patientAccess.ts';
import type { UserSight } from '../../../core/access/patientAccess.ts';
import type { InSql } from '../../../platform/db/fixedStatement.ts';
import { AppError } from '../../../platform/errors.ts';

const patientOfConversation: RawBuilder<unknown> = sql`c.patient_id`;

/**
 * Whether a member may read a conversation `c`; one about a patient only while they may see the patient. Used by the list, the
 * conversation, the counts and the events. It depends on the member, never on the caller, so that a count is the same for the
 * member and all their proxies.
 */
export function mayRead(userId: RawBuilder<unknown>, patientId = patientOfConversation): RawBuilder<boolean> {
  return mayReadBy(sightOfUser(userId), patientId);
}

/** The same for a sight already loaded. */
export function mayReadBy(sight: UserSight, patientId = patientOfConversation): RawBuilder<boolean> {
  return sql<boolean>`(${patientId} is null or ${userSeesByTeamOrClient(sight, patientId)})`;
}

/**
 * Whether messages reach a user: active, with a client and the permission `Messages`. Otherwise they stay members of their
 * conversations and keep their unread messages, but receive no events.
 */
export function receivesMessages(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from user_account ru
    join user_permission rp on rp.user_id = ru.user_id and rp.permission = 'Messages'
    where ru.user_id = ${userId} and ru.is_active and exists (select from user_client rc where rc.user_id = ru.user_id))`;
}

/**
 * Whether a member of a conversation `c` could open it now. Used for members, readers and events, and to decide whether a
 * message has any recipient. The inner select limits it to a few index probes per member.
 */
export function couldRead(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((select ${receivesMessages(userId)}) and ${mayRead(userId)})`;
}

/**
 * A conversation `c` with the member's row `m`, if the member may read it.
 * @param key the conversation key as given by the caller
 */
export function conversationOf(key: string, userId: number): RawBuilder<unknown> {
  return conversationWith(keyOrNone(key), userId);
}

/** The same for a key that is well formed or null. */
export function conversationWith(key: InSql<string | null>, userId: InSql<number>): RawBuilder<unknown> {
  return sql`conversation c join conversation_member m on m.conversation_id = c.conversation_id and m.user_id = ${userId}
    where c.conversation_key = ${key}::uuid and ${mayRead(sql`${userId}`)}`;
}

/** The key if it is well formed, otherwise null. */
export function keyOrNone(key: string): string | null {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(key) ? key : null;
}

/** The same error for conversations and messages that do not exist and those the caller may not read. */
export function noConversation(): AppError {
  const message = messageTexts.noConversation;
  return new AppError('no_access', { message, validationErrors: { '': message } });
}
