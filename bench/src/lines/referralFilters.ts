import { listReferrals, referralPageSize } from '@careloop/contracts/referrals';
import { getReferralFilterValues } from '@careloop/contracts/referrals/filters';
import type { ReferralFilters, ReferralSort } from '@careloop/contracts/referrals/filters';
import { Random } from '@careloop/demo/random';
import type { Actor } from '@careloop/server/src/platform/identity/actor';
import type { Db } from '@careloop/server/src/platform/db/client';
import { findFilterValues } from '@careloop/server/src/features/referrals/filterValues';
import { countReferrals } from '@careloop/server/src/features/referrals/listCounts';
import { conditionsOf } from '@careloop/server/src/features/referrals/listFilters';
import { findPage } from '@careloop/server/src/features/referrals/shared/listQuery';

import { createLiveCapture, FloorPlanBuilder } from '../capture.ts';
import { specialties } from '../generate/names.ts';
import { growthGoal } from '../goals.ts';
import { signInCoordinator } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';

const requestCount = 40;

interface Variant {
  what: string;
  /** A value of the filter. */
  choose: (world: World, random: Random) => Promise<string>;
  parameter: string;
  /** The order in which the screen opens this list, if it isn't the newest first. */
  sortBy?: ReferralSort;
  /** The filter as a condition on a referral `r` and its patient `p`, with the value as $2. */
  condition: string;
}

const chooseSpecialty = (_world: World, random: Random) => Promise.resolve(String(random.int(1, specialties.length)));

const variants: Variant[] = [
  {
    what: 'by specialty',
    choose: chooseSpecialty,
    parameter: 'healthcareProviderSpecialtyId',
    condition: `(select h.healthcare_provider_specialty_id from healthcare_provider h
      where h.healthcare_provider_id = r.healthcare_provider_id) = $2::bigint`,
  },
  {
    what: 'by a specialty that none has',
    choose: () => Promise.resolve(String(specialties.length + 1)),
    parameter: 'healthcareProviderSpecialtyId',
    condition: `$2::bigint = 0`,
  },
  {
    what: 'by name',
    choose: chooseName,
    parameter: 'searchTerm',
    condition: `p.last_first like name_key($2) || '%'`,
  },
  {
    what: 'overdue',
    choose: () => Promise.resolve('overdue'),
    parameter: 'status',
    sortBy: 'due',
    condition: `r.status in ('pending', 'accepted') and r.due_at < now() and $2::text <> ''`,
  },
];

/** A call that reads a filtered list. */
interface Call {
  path: string;
  goal: string;
  /** Parameters beside the filters. */
  query?: Record<string, string>;
  /** Its statements alone. */
  read: (db: Db, actor: Actor, search: ReferralFilters) => Promise<unknown>;
  /** What the answer must hold, given the number of rows on the first page. */
  factsOf: (rowsOnPage: number) => Facts;
}

const firstPage: Call = {
  path: listReferrals.path,
  goal: growthGoal,
  query: { withCounts: 'true' },
  read: async (db, actor, search) => {
    const conditions = await conditionsOf(db, actor, search);
    await findPage(db, actor, search, referralPageSize, conditions);
    await countReferrals(db, actor, search, conditions);
  },
  factsOf: (rowsOnPage) => ({ 'items.length': rowsOnPage }),
};

/** Reads at most 1,001 rows: about a hundred at S, all of them at XL. */
const filterValues: Call = {
  path: getReferralFilterValues.path,
  goal: '≤ 10 ms at XL',
  read: findFilterValues,
  factsOf: () => ({}),
};

/** All referrals of a client under one filter. */
function lineOf(title: string, { path, goal, query: more, read, factsOf }: Call, { what, ...variant }: Variant): Line {
  const { choose, parameter, sortBy, condition } = variant;
  return {
    title,
    goal,
    isGrowthSeen: true,

    async plan(world) {
      const { actor, token } = await signInCoordinator(world);
      const random = new Random(what);
      const { capture, close } = createLiveCapture(world.databaseUrl);
      const floor = new FloorPlanBuilder();
      const requests: PlannedRequest[] = [];
      for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
        const query: Record<string, string> = {
          direction: '3',
          scope: 'organization',
          ...more,
          ...(sortBy !== undefined && { sortBy }),
          [parameter]: await choose(world, random),
        };
        const search = listReferrals.input.parse(query);
        floor.add(await capture((db) => read(db, actor, search)));
        const { rows } = await world.client.query<{ count: number }>(
          `select count(*)::int as count from (select from referral r join patient p using (patient_id)
          where r.client_id = $1 and ${condition} limit ${referralPageSize}) as found`,
          [actor.clientIds[0], query[parameter]],
        );
        requests.push({
          method: 'GET',
          path: `/api${path}?${new URLSearchParams(query).toString()}`,
          token,
          facts: factsOf(rows[0]?.count ?? 0),
        });
      }
      await close();
      return { requests, floor: floor.build() };
    },
  };
}

/** The first page with counts, once per filter; and the values of the other filters, which are read when they are opened. */
export const referralFilters: readonly Line[] = variants.flatMap((variant) => [
  lineOf(`referral list of a whole client: ${variant.what}`, firstPage, variant),
  ...(variant.what === 'overdue'
    ? [lineOf(`filter values of a whole client’s referrals: ${variant.what}`, filterValues, variant)]
    : []),
]);

/** A complete last name and the beginning of the first name. */
async function chooseName({ client, scale }: World, random: Random): Promise<string> {
  const patientId = 1 + random.int(0, Math.floor(scale.patients / scale.clients) - 1) * scale.clients;
  const { rows } = await client.query<{ phrase: string }>(
    `select last_name || ', ' || left(first_name, 1) as phrase from patient where patient_id = $1`,
    [patientId],
  );
  return rows[0]?.phrase ?? '';
}
