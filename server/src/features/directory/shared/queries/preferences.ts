import { notPreferredReason } from '@careloop/contracts/codes';
import { notPreferredProblems } from '@careloop/contracts/referrals/notPreferred';
import type { notPreferredFields } from '@careloop/contracts/referrals/notPreferred';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Db } from '../../../../platform/db/client.ts';
import { invalidInput } from '../../../../platform/errors.ts';

export interface Preference {
  isPreferred: boolean;
  enforcePreferred: boolean;
}

/**
 * Whether a reason is asked for when a provider of affiliation `t` is chosen. Not for an archived affiliation, and not while
 * the client offers no preferred affiliation, because there is nothing to choose instead (decision 051).
 */
export const asksForReason = sql<boolean>`coalesce(t.enforce_preferred and not t.is_archived and exists (
  select from affiliation_tier f where f.client_id = t.client_id and f.is_preferred and not f.is_archived), false)`;

/** A client's preference for a provider, by the provider's primary affiliation with it. */
export async function findPreference(db: Db, clientId: number, healthcareProviderId: number): Promise<Preference> {
  const tier = await db
    .selectFrom('healthcare_provider_affiliation as pa')
    .innerJoin('affiliation_tier as t', 't.affiliation_tier_id', 'pa.affiliation_tier_id')
    .select(['t.is_preferred as isPreferred', asksForReason.as('enforcePreferred')])
    .where('pa.healthcare_provider_id', '=', healthcareProviderId)
    .where('pa.client_id', '=', clientId)
    .where('pa.is_primary', '=', true)
    .executeTakeFirst();
  return tier ?? { isPreferred: false, enforcePreferred: false };
}

type GivenReason = Partial<z.output<typeof notPreferredFields>> & { healthcareProviderId?: number | null | undefined };

/**
 * The reason to store with a selected provider: empty if none is needed.
 * @param clientId the patient's client, whose affiliations apply
 * @throws AppError `invalid_input` if the client enforces its preferred affiliations and the reason is missing
 */
export async function findNotPreferredReason(db: Db, clientId: number, given: GivenReason) {
  const none = { not_preferred_reason: null, not_preferred_additional_info: null };
  if (!given.healthcareProviderId) return none;
  const preference = await findPreference(db, clientId, given.healthcareProviderId);
  if (!preference.enforcePreferred || preference.isPreferred) return none;
  const problems = notPreferredProblems(preference, given);
  if (Object.keys(problems).length > 0) throw invalidInput(problems);
  return {
    not_preferred_reason: notPreferredReason.nameOf(given.notPreferredReason ?? 0) ?? null,
    not_preferred_additional_info: given.notPreferredAdditionalInfo ?? null,
  };
}
