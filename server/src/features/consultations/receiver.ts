import { consultationTexts } from '@careloop/contracts/consultations';
import { sql } from 'kysely';

import { isQueueWorked } from '../../core/access/worksQueues.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import { findReceivingProvider } from '../directory/shared/queries/receivers.ts';

/** The receiver of a consultation. */
export interface Receiver {
  healthcareProviderId: number | null;
  /** The provider's link to the address; it keeps label and phone numbers if the address is archived. */
  addressInfoId: number | null;
  /** Null for a provider without an account. */
  userId: number | null;
  /** The user, if somebody works their queue. */
  queueOwnerUserId: number | null;
}

export interface NamedReceiver {
  patientId: number;
  healthcareProviderId?: number | null | undefined;
  healthcareProviderAddressId?: number | null | undefined;
  requestedToUserId?: number | null | undefined;
  requiresUser?: boolean | undefined;
}

/**
 * Resolves the receiver named in a request: a provider of the directory, or a provider on the patient's care team by
 * their user.
 * @throws AppError `invalid_input` if there is none, the user is not a provider, or user or address belong to another one
 */
export async function findReceiver(db: Db, named: NamedReceiver): Promise<Receiver> {
  const { healthcareProviderId, requestedToUserId } = named;
  if (healthcareProviderId) return findProvider(db, { ...named, healthcareProviderId });
  if (!requestedToUserId) throw invalidInput({ healthcareProviderId: consultationTexts.providerRequired });
  const member = await db
    .selectFrom('care_team_member as m')
    .innerJoin('user_account as u', 'u.user_id', 'm.user_id')
    .leftJoin('healthcare_provider as p', 'p.user_id', 'u.user_id')
    .select(['u.user_id as userId', 'p.healthcare_provider_id as healthcareProviderId', 'u.is_active as isActive'])
    .select(isQueueWorked(sql`u.user_id`).as('isQueueWorked'))
    .where('m.patient_id', '=', named.patientId)
    .where('m.user_id', '=', requestedToUserId)
    .where('m.status', '=', 'accepted')
    .executeTakeFirst();
  if (member === undefined) throw invalidInput({ requestedToUserId: consultationTexts.notReachable });
  const { isActive, isQueueWorked: isWorked, ...receiver } = member;
  if (receiver.healthcareProviderId === null) throw invalidInput({ requestedToUserId: consultationTexts.notProvider });
  if (!isActive) throw invalidInput({ requestedToUserId: consultationTexts.memberGone });
  return { ...receiver, queueOwnerUserId: isWorked ? receiver.userId : null, addressInfoId: null };
}

async function findProvider(db: Db, named: NamedReceiver & { healthcareProviderId: number }): Promise<Receiver> {
  const provider = await findReceivingProvider(db, named.healthcareProviderId, named.healthcareProviderAddressId);
  if (provider === undefined) throw invalidInput({ healthcareProviderId: consultationTexts.providerRequired });
  // The search does not offer such providers either.
  if (provider.npiDeactivatedOn !== null) throw invalidInput({ healthcareProviderId: consultationTexts.providerGone });
  if (named.healthcareProviderAddressId && provider.addressInfoId === null) {
    throw invalidInput({ healthcareProviderAddressId: 'This address does not belong to the provider.' });
  }
  if (named.requestedToUserId && provider.userId === null) {
    throw invalidInput({ requestedToUserId: consultationTexts.memberGone });
  }
  if (named.requiresUser === true && provider.userId === null) {
    throw invalidInput({ requiresUser: consultationTexts.userGone });
  }
  if (named.requestedToUserId && named.requestedToUserId !== provider.userId) {
    throw invalidInput({ requestedToUserId: 'This user is not the provider.' });
  }
  const { userId, addressInfoId } = provider;
  const queueOwnerUserId = provider.isQueueWorked ? userId : null;
  return { userId, queueOwnerUserId, addressInfoId, healthcareProviderId: named.healthcareProviderId };
}
