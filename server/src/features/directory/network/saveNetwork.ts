import { enrollmentStatus } from '@careloop/contracts/codes/providers';
import { networkTexts } from '@careloop/contracts/directory/network';
import type { OnCallPeriod } from '@careloop/contracts/directory/network';
import type { saveProviderNetwork as endpoint } from '@careloop/contracts/directory/changes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { isOfferedTo } from '../../../core/access/sharedLookups.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import { invalidInput, requireVersion } from '../../../platform/errors.ts';
import type { ProviderRow } from '../shared/providerPolicy.ts';
import { refuseUnknown } from '../shared/queries/providers.ts';
import { findLastNetworkChange, findNetwork } from './queries.ts';
import type { StoredNetwork } from './queries.ts';
import { replaceAffiliations, replaceOnCall, replacePlans, replacePreferredBy } from './replaceRows.ts';

type Input = InputOf<typeof endpoint>;

/** Whether a save changes what all clients share; see `networkPolicy`. */
export function changesDetails(input: Input): boolean {
  const { preferredByIds, insurancePlanIds, onCall, isEmployed } = input;
  return [preferredByIds, insurancePlanIds, onCall, isEmployed, input.enrollmentStatus].some(
    (part) => part !== undefined,
  );
}

/**
 * Replaces the stated parts of a provider's network. The caller has locked the provider, and checked `editDetails` if
 * `changesDetails()`.
 */
export async function saveNetwork(
  db: Db,
  actor: Actor,
  { healthcareProviderId }: Authorized<ProviderRow, 'editAffiliations'>,
  input: Input,
): Promise<{ networkVersion: number }> {
  const stored = await findNetwork(db, actor, healthcareProviderId);
  if (stored === undefined) refuseUnknown();
  const { networkVersion } = stored;
  await requireVersion(input.networkVersion ?? 0, networkVersion, networkTexts.changed, () =>
    findLastNetworkChange(db, healthcareProviderId),
  );
  const parts: string[] = [];
  for (const save of Object.values(partsInRows)) parts.push(...(await save(db, actor, stored, input)));
  const columns = changedColumns(stored, input);
  parts.push(...Object.keys(columns));
  if (parts.length === 0) return { networkVersion };
  await db
    .updateTable('healthcare_provider')
    .set({
      ...columns,
      network_version: networkVersion + 1,
      network_updated_by_user_id: actor.userId,
      network_updated_at: sql<Date>`now()`,
    })
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .execute();
  await record(db, actor, {
    action: 'provider.network_saved',
    subjectType: 'healthcare_provider',
    subjectId: healthcareProviderId,
    details: { parts },
  });
  return { networkVersion: networkVersion + 1 };
}

/** Each saves its part and returns its name if it changed. */
type Changed = Promise<string[]>;

const nameIf = (isChanged: boolean, part: string) => (isChanged ? [part] : []);

/** The parts in rows of their own; the others are columns of the provider. */
const partsInRows = {
  affiliations: saveAffiliations,
  preferredByIds: savePreferredBy,
  insurancePlanIds: savePlans,
  onCall: saveOnCall,
} satisfies Partial<Record<keyof Input, (db: Db, actor: Actor, stored: StoredNetwork, input: Input) => Changed>>;

async function saveAffiliations(db: Db, actor: Actor, stored: StoredNetwork, { affiliations }: Input): Changed {
  if (affiliations === undefined) return [];
  const tierIds = affiliations.map((one) => one.affiliationTierId);
  const kept = stored.affiliations.map((one) => one.affiliationTierId);
  const tiers = await db
    .selectFrom('affiliation_tier')
    .select(['affiliation_tier_id as affiliationTierId', 'client_id as clientId'])
    .where('affiliation_tier_id', '=', sql<number>`any(${tierIds}::bigint[])`)
    .where('client_id', '=', sql<number>`any(${actor.clientIds}::bigint[])`)
    .where((where) =>
      where.or([
        where('is_archived', '=', false),
        where('affiliation_tier_id', '=', sql<number>`any(${kept}::bigint[])`),
      ]),
    )
    .execute();
  const clientOf = new Map(tiers.map((tier) => [tier.affiliationTierId, tier.clientId]));
  if (tierIds.some((tierId) => !clientOf.has(tierId))) throw invalidInput({ affiliations: networkTexts.unknownTier });
  const { healthcareProviderId } = stored;
  const byClient = Map.groupBy(affiliations, ({ affiliationTierId }) => clientOf.get(affiliationTierId));
  const rows = [...byClient.values()].flatMap(withPrimary).map((one) => ({ ...one, healthcareProviderId }));
  const of = { providerIds: [healthcareProviderId], clientIds: actor.clientIds };
  return nameIf((await replaceAffiliations(db, of, rows)).size > 0, 'affiliations');
}

/** A client's affiliations, of which the first is primary if none is marked. */
function withPrimary(affiliations: NonNullable<Input['affiliations']>) {
  const marked = affiliations.filter(({ isPrimary }) => isPrimary);
  const primary = new Set(marked.map((one) => one.affiliationTierId));
  if (primary.size > 1) throw invalidInput({ affiliations: networkTexts.severalPrimary });
  const [chosen = affiliations[0]?.affiliationTierId] = primary;
  return affiliations.map((one) => ({ ...one, isPrimary: one.affiliationTierId === chosen }));
}

async function savePreferredBy(
  db: Db,
  _actor: Actor,
  { healthcareProviderId }: StoredNetwork,
  { preferredByIds }: Input,
): Changed {
  if (preferredByIds === undefined) return [];
  const ids = [...new Set(preferredByIds)];
  if (ids.includes(healthcareProviderId)) throw invalidInput({ preferredByIds: networkTexts.preferredBySelf });
  const known = await db
    .selectFrom('healthcare_provider')
    .select('healthcare_provider_id')
    .where('healthcare_provider_id', '=', sql<number>`any(${ids}::bigint[])`)
    .execute();
  if (known.length < ids.length) throw invalidInput({ preferredByIds: networkTexts.unknownProvider });
  const pairs = ids.map((id) => [healthcareProviderId, id] as const);
  return nameIf((await replacePreferredBy(db, [healthcareProviderId], pairs)).size > 0, 'preferredBy');
}

async function savePlans(db: Db, actor: Actor, stored: StoredNetwork, { insurancePlanIds }: Input): Changed {
  if (insurancePlanIds === undefined) return [];
  const { healthcareProviderId, insurancePlans } = stored;
  const ids = [...new Set(insurancePlanIds)];
  const kept = new Set(insurancePlans.map((plan) => plan.insurancePlanId));
  const added = ids.filter((id) => !kept.has(id));
  const offered = await db
    .selectFrom('insurance_plan as n')
    .innerJoin('insurance_carrier as c', 'c.insurance_carrier_id', 'n.insurance_carrier_id')
    .select('n.insurance_plan_id')
    .where('n.insurance_plan_id', '=', sql<number>`any(${added}::bigint[])`)
    .where('n.is_disabled', '=', false)
    .where('c.is_archived', '=', false)
    .where(isOfferedTo(actor, 'n.client_id'))
    .where(isOfferedTo(actor, 'c.client_id'))
    .execute();
  if (offered.length < added.length) throw invalidInput({ insurancePlanIds: networkTexts.unknownPlan });
  const pairs = ids.map((id) => [healthcareProviderId, id] as const);
  return nameIf((await replacePlans(db, [healthcareProviderId], pairs)).size > 0, 'insurancePlans');
}

async function saveOnCall(db: Db, _actor: Actor, { healthcareProviderId }: StoredNetwork, { onCall }: Input): Changed {
  if (onCall === undefined) return [];
  await refusePast(db, healthcareProviderId, onCall);
  return nameIf(await replaceOnCall(db, healthcareProviderId, onCall), 'onCall');
}

/** A period may end while the form is open, but a new one must not lie in the past. */
async function refusePast(db: Db, healthcareProviderId: number, periods: readonly OnCallPeriod[]): Promise<void> {
  const past = periods.filter(({ endsAt }) => Date.parse(endsAt) <= Date.now());
  if (past.length === 0) return;
  const { rows } = await sql`
    select from healthcare_provider_on_call x
    join unnest(${past.map((period) => period.startsAt)}::timestamptz[], ${past.map((period) => period.endsAt)}::timestamptz[])
      as g (starts_at, ends_at) using (starts_at, ends_at)
    where x.healthcare_provider_id = ${healthcareProviderId}`.execute(db);
  if (rows.length < past.length) throw invalidInput({ onCall: networkTexts.endInPast });
}

const columnsOf = writes<
  Input,
  'healthcare_provider',
  'healthcareProviderId' | 'networkVersion' | keyof typeof partsInRows
>()({
  isEmployed: 'is_employed',
  // Null removes it, undefined keeps it.
  enrollmentStatus: (code) => ({ enrollment_status: code == null ? code : (enrollmentStatus.nameOf(code) ?? null) }),
});

function changedColumns(stored: StoredNetwork, input: Input) {
  const isSame = (key: 'isEmployed' | 'enrollmentStatus') => input[key] === stored[key];
  return columnsOf({
    ...input,
    isEmployed: isSame('isEmployed') ? undefined : input.isEmployed,
    enrollmentStatus: isSame('enrollmentStatus') ? undefined : input.enrollmentStatus,
  });
}
