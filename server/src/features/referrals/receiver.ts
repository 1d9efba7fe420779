import { referralTexts } from '@careloop/contracts/referrals';
import { sql } from 'kysely';

import { isOfferedTo } from '../../core/access/sharedLookups.ts';
import { worksQueues } from '../../core/access/worksQueues.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { findReceivingProvider } from '../directory/shared/queries/receivers.ts';

/** The receiver of a referral: a provider, or a specialty until someone selects a provider. */
export interface Receiver {
  healthcareProviderId: number | null;
  referredToUserId: number | null;
  /** The user, if somebody works their queue. */
  queueOwnerUserId: number | null;
  /** The provider's link to the address; it keeps label and phone numbers if the address is archived. */
  addressInfoId: number | null;
  specialtyId: number | null;
}

/** The receiver as named in a request. */
export interface NamedReceiver {
  healthcareProviderId?: number | null | undefined;
  /** The `addressId` of one of the provider's addresses. */
  healthcareProviderAddressId?: number | null | undefined;
  /** Ignored if a provider is named. */
  healthcareProviderSpecialtyId?: number | null | undefined;
  requiresUser?: boolean | undefined;
}

/** @throws AppError `invalid_input` if the client, which is the patient's, sends referrals to providers only */
export async function requireSpecialtiesAllowed(db: Db, clientId: number): Promise<void> {
  const feature = await db
    .selectFrom('client_feature')
    .select('feature')
    .where('client_id', '=', clientId)
    .where('feature', '=', 'disableSpecialtyOnReferralCreation')
    .executeTakeFirst();
  if (feature !== undefined) throw invalidInput({ healthcareProviderId: referralTexts.providerRequired });
}

/**
 * Resolves the receiver named in a request, with the provider's user if there is one.
 * @param coordinatedBy the patient's client, if a provider can be chosen instead of a specialty that nobody coordinates
 * @throws AppError `invalid_input` if there is none, nobody can select a provider of the specialty, the address belongs to
 * another provider, or a required user cannot sign in
 */
export async function findReceiver(
  db: Db,
  actor: Actor,
  input: NamedReceiver,
  coordinatedBy?: number,
): Promise<Receiver> {
  const { healthcareProviderId, healthcareProviderSpecialtyId: specialtyId } = input;
  if (!healthcareProviderId && !specialtyId) throw invalidInput({ healthcareProviderId: referralTexts.chooseOne });
  if (!healthcareProviderId) {
    await refuseNotOffered(db, actor, specialtyId ?? 0);
    if (coordinatedBy !== undefined) await refuseUncoordinated(db, coordinatedBy);
    return {
      healthcareProviderId: null,
      referredToUserId: null,
      queueOwnerUserId: null,
      addressInfoId: null,
      specialtyId: specialtyId ?? null,
    };
  }
  const provider = await findReceivingProvider(db, healthcareProviderId, input.healthcareProviderAddressId);
  if (provider === undefined) throw invalidInput({ healthcareProviderId: referralTexts.providerRequired });
  // The search does not offer such providers either.
  if (provider.npiDeactivatedOn !== null) throw invalidInput({ healthcareProviderId: referralTexts.providerGone });
  if (input.requiresUser === true && provider.userId === null) {
    throw invalidInput({ requiresUser: referralTexts.userGone });
  }
  if (input.healthcareProviderAddressId && provider.addressInfoId === null) {
    throw invalidInput({ healthcareProviderAddressId: referralTexts.addressGone });
  }
  return {
    healthcareProviderId,
    referredToUserId: provider.userId,
    queueOwnerUserId: provider.isQueueWorked ? provider.userId : null,
    addressInfoId: provider.addressInfoId,
    // Not the specialty of the request, which may contradict it.
    specialtyId: provider.specialtyId,
  };
}

/**
 * Refuses a referral of a provider to themselves.
 * @throws AppError `invalid_input` if the receiver is the referring provider
 */
export function refuseReferrer(receiverId: number | null | undefined, referrerId: number | null): void {
  if (receiverId && receiverId === referrerId) throw invalidInput({ healthcareProviderId: referralTexts.toReferrer });
}

/** The search does not offer archived specialties either, nor those of other clients. */
async function refuseNotOffered(db: Db, actor: Actor, specialtyId: number): Promise<void> {
  const specialty = await db
    .selectFrom('healthcare_provider_specialty')
    .select(sql<boolean>`not is_archived and ${isOfferedTo(actor)}`.as('is_offered'))
    .where('healthcare_provider_specialty_id', '=', specialtyId)
    .executeTakeFirst();
  if (specialty?.is_offered === false) {
    throw invalidInput({ healthcareProviderSpecialtyId: referralTexts.specialtyGone });
  }
}

/** Only coordinators select the provider of a referral to a specialty. */
async function refuseUncoordinated(db: Db, clientId: number): Promise<void> {
  const { rows } = await sql<{ display_name: string }>`select c.display_name from client c
    where c.client_id = ${clientId} and not exists (select from user_client uc join user_account u using (user_id)
      where uc.client_id = c.client_id and uc.is_coordinator and ${worksQueues})`.execute(db);
  if (rows[0] !== undefined) {
    throw invalidInput({ healthcareProviderSpecialtyId: referralTexts.uncoordinated(rows[0].display_name) });
  }
}
