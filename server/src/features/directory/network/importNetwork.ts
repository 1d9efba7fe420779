import { sql } from 'kysely';

import { isForClients } from '../../../core/access/sharedLookups.ts';
import { recordImport } from '../../../platform/audit/record.ts';
import type { Database, Db } from '../../../platform/db/client.ts';
import { lockRows } from '../../../platform/db/lockRows.ts';
import { shape } from '../../../platform/db/shape.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { nameKey, readNetworkFile } from './networkFile.ts';
import type { Problem, StatedNetwork, StatedPlan, StatedTier } from './networkFile.ts';
import { replaceAffiliations, replacePlans } from './replaceRows.ts';
import type { AffiliationRow } from './replaceRows.ts';

/** Providers per transaction. */
const batchSize = 500;

export interface ImportedNetwork {
  /** Providers of the directory that the file names. */
  found: number;
  changed: number;
  /** By line. */
  problems: Problem[];
}

interface Choices {
  clientId: number;
  tiers: ReadonlyMap<string, { id: number; isArchived: boolean }>;
  plans: ReadonlyMap<string, { id: number; isArchived: boolean }>;
}

interface FoundProvider {
  id: number;
  npi: string;
  ownerClientId: number | null;
  /** Tiers and plans on file, which may no longer be offered. */
  tierIds: number[];
  planIds: number[];
}

/**
 * Imports affiliations with a client and accepted insurance plans. Affiliations and plans stated for a provider replace those
 * on file; nothing else changes, and nothing is guessed. Importing a file again changes nothing.
 * @throws Error with the reason, before anything is changed, if the file cannot be read
 */
export async function importNetwork(db: Database, clientId: number, path: string): Promise<ImportedNetwork> {
  const { providers, problems } = await readNetworkFile(path);
  const choices = await findChoices(db, clientId);
  const total: ImportedNetwork = { found: 0, changed: 0, problems };
  for (let start = 0; start < providers.length; start += batchSize) {
    const batch = providers.slice(start, start + batchSize);
    const {
      found,
      changed,
      problems: added,
    } = await inTransaction(db, (transaction) => importBatch(transaction, choices, batch));
    total.found += found;
    total.changed += changed;
    problems.push(...added);
  }
  problems.sort((one, other) => one.line - other.line);
  return total;
}

async function findChoices(db: Db, clientId: number): Promise<Choices> {
  const tiers = await db
    .selectFrom('affiliation_tier')
    .select(['affiliation_tier_id as id', 'name', 'is_archived as isArchived'])
    .where('client_id', '=', clientId)
    .execute();
  const plans = await db
    .selectFrom('insurance_plan as n')
    .innerJoin('insurance_carrier as c', 'c.insurance_carrier_id', 'n.insurance_carrier_id')
    .select(['n.insurance_plan_id as id', 'n.name as plan', 'c.name as carrier'])
    .select(sql<boolean>`n.is_disabled or c.is_archived`.as('isArchived'))
    .where(isForClients([clientId], 'n.client_id'))
    .where(isForClients([clientId], 'c.client_id'))
    .execute();
  return {
    clientId,
    tiers: new Map(tiers.map((tier) => [nameKey(tier.name), tier])),
    plans: new Map(plans.map((one) => [planKey(one), one])),
  };
}

const planKey = ({ carrier, plan }: Pick<StatedPlan, 'carrier' | 'plan'>) =>
  JSON.stringify([nameKey(carrier), nameKey(plan)]);

async function importBatch(db: Db, choices: Choices, batch: readonly StatedNetwork[]): Promise<ImportedNetwork> {
  const { clientId } = choices;
  const problems: Problem[] = [];
  const known = new Map((await lockProviders(db, batch)).map((provider) => [provider.npi, provider]));
  const tiersOf = new Map<number, AffiliationRow[]>();
  const plansOf = new Map<number, (readonly [number, number])[]>();
  for (const stated of batch) {
    const provider = known.get(stated.npi);
    if (provider === undefined) {
      problems.push({ line: stated.line, message: `no provider has the NPI ${stated.npi}` });
      continue;
    }
    const tiers = stated.tiers && affiliationsOf(choices, provider, stated.tiers, problems);
    if (tiers !== undefined) tiersOf.set(provider.id, tiers);
    const plans = stated.plans && acceptedPlans(choices, provider, stated, problems);
    if (plans !== undefined) plansOf.set(provider.id, plans);
  }
  const of = { providerIds: [...tiersOf.keys()], clientIds: [clientId] };
  const affiliated = await replaceAffiliations(db, of, [...tiersOf.values()].flat());
  const insured = await replacePlans(db, [...plansOf.keys()], [...plansOf.values()].flat());
  const changed = new Set([...affiliated, ...insured]);
  await recordChanges(db, clientId, [...changed]);
  return { found: known.size, changed: changed.size, problems };
}

const foundProvider = shape<FoundProvider, { pr: 'healthcare_provider' }>({
  id: 'pr.healthcare_provider_id',
  npi: sql`pr.npi_number`,
  ownerClientId: sql`coalesce(pr.origin_client_id,
    (select u.origin_client_id from user_account u where u.user_id = pr.user_id and not u.is_stub))`,
  tierIds: sql`array(select pa.affiliation_tier_id from healthcare_provider_affiliation pa
    where pa.healthcare_provider_id = pr.healthcare_provider_id)`,
  planIds: sql`array(select hp.insurance_plan_id from healthcare_provider_insurance_plan hp
    where hp.healthcare_provider_id = pr.healthcare_provider_id)`,
});

/** The providers with these NPIs, locked. An NPI with a wrong check digit identifies nobody. */
async function lockProviders(db: Db, batch: readonly StatedNetwork[]): Promise<FoundProvider[]> {
  const statement = sql`healthcare_provider pr
    where pr.npi_number = any(${batch.map(({ npi }) => npi)}::text[]) and pr.npi_is_valid
    order by pr.healthcare_provider_id`;
  return lockRows(db, foundProvider, statement, { of: { pr: 'healthcare_provider' }, count: 0 });
}

/** @returns undefined if a tier is unknown: the provider's affiliations then stay as they are */
function affiliationsOf(
  { tiers }: Choices,
  { id, tierIds }: FoundProvider,
  stated: readonly StatedTier[],
  problems: Problem[],
): AffiliationRow[] | undefined {
  const rows: AffiliationRow[] = [];
  for (const { name, line, isPrimary } of stated) {
    const tier = tiers.get(nameKey(name));
    if (tier === undefined) problems.push({ line, message: `there is no affiliation ${name}` });
    else if (tier.isArchived && !tierIds.includes(tier.id))
      problems.push({ line, message: `the affiliation ${name} is no longer offered` });
    else rows.push({ healthcareProviderId: id, affiliationTierId: tier.id, isPrimary });
  }
  return rows.length < stated.length ? undefined : rows;
}

/** @returns undefined if the plans must stay as they are */
function acceptedPlans(
  { plans, clientId }: Choices,
  { id, ownerClientId, planIds }: FoundProvider,
  { plans: stated = [], line: firstLine }: StatedNetwork,
  problems: Problem[],
): (readonly [number, number])[] | undefined {
  if (ownerClientId !== null && ownerClientId !== clientId) {
    const line = stated[0]?.line ?? firstLine;
    problems.push({ line, message: 'the provider belongs to another client, so the insurance plans were not changed' });
    return undefined;
  }
  const rows: (readonly [number, number])[] = [];
  for (const one of stated) {
    const plan = plans.get(planKey(one));
    const name = `${one.carrier}, ${one.plan}`;
    if (plan === undefined) problems.push({ line: one.line, message: `there is no insurance plan ${name}` });
    else if (plan.isArchived && !planIds.includes(plan.id))
      problems.push({ line: one.line, message: `the insurance plan ${name} is no longer offered` });
    else rows.push([id, plan.id]);
  }
  return rows.length < stated.length ? undefined : rows;
}

async function recordChanges(db: Db, clientId: number, providerIds: readonly number[]): Promise<void> {
  if (providerIds.length === 0) return;
  await db
    .updateTable('healthcare_provider')
    .set({
      network_version: sql<number>`network_version + 1`,
      network_updated_by_user_id: null,
      network_updated_at: sql<Date>`now()`,
    })
    .where(sql<boolean>`healthcare_provider_id = any(${providerIds}::bigint[])`)
    .execute();
  await recordImport(db, clientId, { networkOfProviders: providerIds });
}
