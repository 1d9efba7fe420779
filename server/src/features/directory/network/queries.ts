import { enrollmentStatus } from '@careloop/contracts/codes/providers';
import type {
  AcceptedPlan,
  NetworkOptions,
  PreferringProvider,
  ProviderAffiliation,
  ProviderNetwork,
} from '@careloop/contracts/directory/network';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { isOfferedTo } from '../../../core/access/sharedLookups.ts';
import type { Db } from '../../../platform/db/client.ts';
import { codeOf } from '../../../platform/db/codeOf.ts';
import { iso, shape } from '../../../platform/db/shape.ts';

export type StoredNetwork = Omit<ProviderNetwork, 'options' | 'can'>;

const affiliation = shape<
  ProviderAffiliation,
  { pa: 'healthcare_provider_affiliation'; t: 'affiliation_tier'; c: 'client' }
>({
  affiliationTierId: 't.affiliation_tier_id',
  name: 't.name',
  isPreferred: 't.is_preferred',
  clientId: 'c.client_id',
  clientName: 'c.display_name',
  isPrimary: 'pa.is_primary',
});

const preferringProvider = shape<
  PreferringProvider,
  { by: 'healthcare_provider'; s?: 'healthcare_provider_specialty' }
>({
  healthcareProviderId: 'by.healthcare_provider_id',
  fullName: sql`by.last_name || ', ' || by.first_name`,
  degree: 'by.degree',
  specialty: 's.name',
});

const acceptedPlan = shape<AcceptedPlan, { n: 'insurance_plan'; c: 'insurance_carrier' }>({
  insurancePlanId: 'n.insurance_plan_id',
  name: 'n.name',
  insuranceCarrierId: 'c.insurance_carrier_id',
  carrierName: 'c.name',
  isDisabled: sql`(n.is_disabled or c.is_archived)`,
});

const onCallPeriod = shape<ProviderNetwork['onCall'][number], { oc: 'healthcare_provider_on_call' }>({
  startsAt: iso('oc.starts_at'),
  endsAt: iso('oc.ends_at'),
});

/** @param actor affiliations with other clients are private to them */
const storedNetwork = (actor: Actor) =>
  shape<StoredNetwork, { pr: 'healthcare_provider' }>({
    healthcareProviderId: 'pr.healthcare_provider_id',
    affiliations: affiliation.jsonArray({
      from: sql`healthcare_provider_affiliation pa join affiliation_tier t using (affiliation_tier_id)
        join client c on c.client_id = pa.client_id
        where pa.healthcare_provider_id = pr.healthcare_provider_id and pa.client_id = any(${actor.clientIds}::bigint[])`,
      orderBy: sql`c.display_name, pa.is_primary desc, t.position, t.name`,
    }),
    preferredBy: preferringProvider.jsonArray({
      from: sql`healthcare_provider_preferred_by pb
        join healthcare_provider by on by.healthcare_provider_id = pb.preferred_by_healthcare_provider_id
        left join healthcare_provider_specialty s using (healthcare_provider_specialty_id)
        where pb.healthcare_provider_id = pr.healthcare_provider_id`,
      orderBy: sql`by.last_first, by.healthcare_provider_id`,
    }),
    insurancePlans: acceptedPlan.jsonArray({
      from: sql`healthcare_provider_insurance_plan hp join insurance_plan n using (insurance_plan_id)
        join insurance_carrier c using (insurance_carrier_id)
        where hp.healthcare_provider_id = pr.healthcare_provider_id`,
      orderBy: sql`c.name, n.name`,
    }),
    onCall: onCallPeriod.jsonArray({
      from: sql`healthcare_provider_on_call oc
        where oc.healthcare_provider_id = pr.healthcare_provider_id and oc.ends_at > now()`,
      orderBy: sql`oc.starts_at`,
    }),
    isEmployed: 'pr.is_employed',
    enrollmentStatus: codeOf<ProviderNetwork['enrollmentStatus'] & number>(
      'pr.enrollment_status',
      enrollmentStatus.table,
    ),
    networkVersion: 'pr.network_version',
  });

/** A provider's network; undefined if there is no such provider. */
export async function findNetwork(
  db: Db,
  actor: Actor,
  healthcareProviderId: number,
): Promise<StoredNetwork | undefined> {
  const { rows } = await storedNetwork(actor).from`healthcare_provider pr
    where pr.healthcare_provider_id = ${healthcareProviderId}`.execute(db);
  return rows[0];
}

type ClientOptions = NetworkOptions['clients'][number];
type CarrierOptions = NetworkOptions['carriers'][number];

const offeredTier = shape<ClientOptions['tiers'][number], { t: 'affiliation_tier' }>({
  affiliationTierId: 't.affiliation_tier_id',
  name: 't.name',
  isPreferred: 't.is_preferred',
});
const tiersOfClient = sql`affiliation_tier t where t.client_id = c.client_id and not t.is_archived`;
const clientOptions = shape<ClientOptions, { c: 'client' }>({
  clientId: 'c.client_id',
  clientName: 'c.display_name',
  tiers: offeredTier.jsonArray({ from: tiersOfClient, orderBy: sql`t.position, t.name` }),
});

const offeredPlan = shape<CarrierOptions['plans'][number], { n: 'insurance_plan' }>({
  insurancePlanId: 'n.insurance_plan_id',
  name: 'n.name',
});
const plansOfCarrier = (actor: Actor) => sql`insurance_plan n
  where n.insurance_carrier_id = c.insurance_carrier_id and not n.is_disabled and ${isOfferedTo(actor, 'n.client_id')}`;
const carrierOptions = (actor: Actor) =>
  shape<CarrierOptions, { c: 'insurance_carrier' }>({
    insuranceCarrierId: 'c.insurance_carrier_id',
    carrierName: 'c.name',
    plans: offeredPlan.jsonArray({ from: plansOfCarrier(actor), orderBy: sql`n.name` }),
  });

/** The tiers of the actor's clients, and all plans that are offered. */
export async function findNetworkOptions(db: Db, actor: Actor): Promise<NetworkOptions> {
  const options = shape<NetworkOptions, object>({
    clients: clientOptions.jsonArray({
      from: sql`client c where c.client_id = any(${actor.clientIds}::bigint[]) and exists (select from ${tiersOfClient})`,
      orderBy: sql`c.display_name`,
    }),
    carriers: carrierOptions(actor).jsonArray({
      from: sql`insurance_carrier c where not c.is_archived and ${isOfferedTo(actor, 'c.client_id')}
        and exists (select from ${plansOfCarrier(actor)})`,
      orderBy: sql`c.name`,
    }),
  });
  const { rows } = await sql<NetworkOptions>`select ${options.select}`.execute(db);
  return rows[0] ?? { clients: [], carriers: [] };
}

/** The user and time of the last change, for a caller with a stale version. */
export function findLastNetworkChange(db: Db, healthcareProviderId: number) {
  return db
    .selectFrom('healthcare_provider as pr')
    .innerJoin('user_account as u', 'u.user_id', 'pr.network_updated_by_user_id')
    .select([
      'pr.network_updated_by_user_id as changedByUserId',
      sql<string>`u.first_name || ' ' || u.last_name`.as('changedBy'),
      'pr.network_updated_at as changedAt',
      sql<string>`'edited'`.as('what'),
    ])
    .where('pr.healthcare_provider_id', '=', healthcareProviderId)
    .executeTakeFirst();
}
