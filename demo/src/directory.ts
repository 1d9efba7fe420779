import { z } from 'zod';

import type { Clock } from './clock.ts';
import type { ClientKey } from './organization.ts';
import type { DemoProvider } from './providers.ts';
import type { Rows } from './rows.ts';

import { named, readContent } from './content.ts';
import { clientIds, clientKey, clientKeys } from './organization.ts';
import { Random } from './random.ts';

const tier = z.strictObject({
  name: z.string(),
  is_preferred: z.boolean(),
  enforce_preferred: z.boolean(),
  warning_message: z.string().nullable(),
});

/** Tags and tiers of each client, the closest tier first. */
const content = readContent(
  'directory',
  z.strictObject({ tags: z.record(clientKey, z.array(z.string())), tiers: z.record(clientKey, z.array(tier)) }),
);

interface Deps {
  providers: DemoProvider[];
  clock: Clock;
  /** Plans offered, by the client in whose region they are sold. */
  planIds: Record<ClientKey, readonly number[]>;
}

/** Tags, affiliations, recommendations, plans and on-call times of the providers. */
export function addDirectory(rows: Rows, { providers, clock, planIds }: Deps): void {
  const tagIds = addTags(rows);
  const tierIds = addTiers(rows);
  for (const provider of providers) {
    const { client, healthcareProviderId: healthcare_provider_id } = provider;
    const { plan: profile } = provider;
    for (const tag of profile.tags) {
      const healthcare_provider_tag_id = tagIds.get(`${client} ${tag}`);
      if (healthcare_provider_tag_id === undefined) throw new Error(`No tag ${tag} of ${client}`);
      rows.put('healthcare_provider_tagging', { healthcare_provider_id, healthcare_provider_tag_id });
    }
    const affiliation_tier_id = tierIds.get(`${client} ${profile.tier}`);
    if (affiliation_tier_id !== undefined) {
      const client_id = clientIds[client];
      rows.put('healthcare_provider_affiliation', {
        healthcare_provider_id,
        client_id,
        affiliation_tier_id,
        is_primary: true,
      });
    }
    for (const lastName of profile.preferredBy) {
      const preferred_by_healthcare_provider_id = named(providers, lastName).healthcareProviderId;
      rows.put('healthcare_provider_preferred_by', { healthcare_provider_id, preferred_by_healthcare_provider_id });
    }
    const random = new Random(`plans of ${provider.lastName}`);
    for (const insurance_plan_id of planIds[client]) {
      if (random.chance(0.7))
        rows.put('healthcare_provider_insurance_plan', { healthcare_provider_id, insurance_plan_id });
    }
    if (profile.isOnCall) {
      rows.add('healthcare_provider_on_call', {
        healthcare_provider_id,
        starts_at: clock.ago(0, 6),
        ends_at: clock.ago(-30),
      });
    }
  }
}

function addTags(rows: Rows): Map<string, number> {
  const ids = new Map<string, number>();
  for (const client of clientKeys) {
    for (const tag_name of content.tags[client]) {
      ids.set(`${client} ${tag_name}`, rows.add('healthcare_provider_tag', { client_id: clientIds[client], tag_name }));
    }
  }
  return ids;
}

function addTiers(rows: Rows): Map<string, number> {
  const ids = new Map<string, number>();
  for (const client of clientKeys) {
    for (const [position, one] of content.tiers[client].entries()) {
      const id = rows.add('affiliation_tier', { client_id: clientIds[client], position, ...one });
      ids.set(`${client} ${one.name}`, id);
    }
  }
  return ids;
}
