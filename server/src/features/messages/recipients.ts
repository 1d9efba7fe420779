import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import type { MessageUser } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isColleagueOf, isOnCareTeam } from '../../core/access/colleagues.ts';
import { sightOfUser, userSeesByTeamOrClient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { invalidInput } from '../../platform/errors.ts';
import { messageUser } from './shared/queries.ts';
import type { NewMessageRules } from './shared/policy.ts';
import { receivesMessages } from './shared/visibility.ts';

/** Whether a member may see a patient, and therefore write about them. */
function isOpenTo(memberId: number, patientId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from patient p where p.patient_id = ${patientId}
    and ${userSeesByTeamOrClient(sightOfUser(sql`${memberId}`), sql`p.patient_id`)})`;
}

/** Whether a member may send messages to a user, as SQL over `user_account u`: colleagues who receive messages. */
export function mayBeMessaged(senderId: number, patientId: number | null = null): RawBuilder<boolean> {
  return sql<boolean>`(${receivesMessages(sql`u.user_id`)} and ${isColleagueOf(senderId, patientId)})`;
}

interface Recipient extends MessageUser {
  isOnCareTeam: boolean;
}

/** Recipients of a new message, without duplicates and without the sender, and its patient. */
export interface Addressees extends NewMessageRules {
  found: Recipient[];
  patientId: number | null;
  /** Whether the sender may write about the patient; true without one. */
  isPatientOpen: boolean;
}

/**
 * Finds the recipients of a message, and whether the sender may see its patient, in one round trip.
 * @throws AppError `invalid_input` if there is no recipient besides the sender, or too many
 */
export async function findAddressees(
  db: Db,
  senderId: number,
  named: readonly number[],
  patientId: number | null,
): Promise<Addressees> {
  const userIds = [...new Set(named)].filter((userId) => userId !== senderId);
  if (userIds.length === 0) throw invalidInput({ recipientUserIds: messageTexts.onlyYourself });
  if (userIds.length > messageLimits.recipients)
    throw invalidInput({ recipientUserIds: messageTexts.tooManyRecipients });
  const recipient = shape<Recipient, { u: 'user_account' }>({
    ...messageUser.columns,
    isOnCareTeam: patientId === null ? sql`false` : isOnCareTeam(patientId),
  });
  const recipients = recipient.jsonArray({
    from: sql`user_account u where u.user_id = any(${userIds}::bigint[]) and ${mayBeMessaged(senderId, patientId)}`,
    orderBy: sql`u.user_id`,
  });
  const isOpen = patientId === null ? sql<boolean>`true` : isOpenTo(senderId, patientId);
  const { found, isPatientOpen } = await db
    .selectNoFrom([isOpen.as('isPatientOpen'), recipients.as('found')])
    .executeTakeFirstOrThrow();
  return { found, namedCount: userIds.length, patientId, isPatientOpen };
}
