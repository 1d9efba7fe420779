import { clientIds } from './organization.ts';
import type { ClientKey } from './organization.ts';
import { affiliationTiers, providerProfiles, providerTags } from './providerProfiles.ts';
import type { DemoProvider } from './providers.ts';
import type { Clock } from './clock.ts';
import { Random } from './random.ts';
import type { Rows } from './rows.ts';

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
    const profile = providerProfiles[provider.lastName] ?? {};
    for (const tag of profile.tags ?? []) {
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
    for (const lastName of profile.preferredBy ?? []) {
      const other = providers.find((one) => one.lastName === lastName && one.client === client);
      if (other === undefined) throw new Error(`No provider ${lastName} of ${client}`);
      const preferred_by_healthcare_provider_id = other.healthcareProviderId;
      rows.put('healthcare_provider_preferred_by', { healthcare_provider_id, preferred_by_healthcare_provider_id });
    }
    const random = new Random(`plans of ${provider.lastName}`);
    for (const insurance_plan_id of planIds[client]) {
      if (random.chance(0.7))
        rows.put('healthcare_provider_insurance_plan', { healthcare_provider_id, insurance_plan_id });
    }
    if (profile.isOnCall === true) {
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
  for (const client of Object.keys(providerTags) as ClientKey[]) {
    for (const tag_name of providerTags[client]) {
      ids.set(`${client} ${tag_name}`, rows.add('healthcare_provider_tag', { client_id: clientIds[client], tag_name }));
    }
  }
  return ids;
}

function addTiers(rows: Rows): Map<string, number> {
  const ids = new Map<string, number>();
  for (const client of Object.keys(affiliationTiers) as ClientKey[]) {
    for (const [position, tier] of affiliationTiers[client].entries()) {
      ids.set(
        `${client} ${tier.name}`,
        rows.add('affiliation_tier', { client_id: clientIds[client], position, ...tier }),
      );
    }
  }
  return ids;
}
