import { Direction, dueReferralStatuses } from '@careloop/contracts/codes';
import type { ReferralFilters, ReferralSort } from '@careloop/contracts/referrals/filters';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { maySeePatient } from '../../core/access/patientAccess.ts';
import { acceptingProviders, isWithUserOfAccepting, maySeeReferral } from '../../core/access/referralAccess.ts';
import { literals } from '../../platform/db/literals.ts';
import { isGrantedTo } from '../../core/work-queues/subjectItems.ts';

/**
 * The due time of a referral `r` while it applies, or else the end of time. Must match the expression of the index
 * `referral_client_due`.
 */
export const dueKey = sql`(case when r.status in (${literals(dueReferralStatuses)}) then r.due_at
  else '9999-12-31 00:00:00+00'::timestamptz end)`;

/** The key of the order "Most urgent first", as in the index `referral_client_urgency`. */
const urgencyKey = sql`referral_urgency_key(r.status, r.urgency_days, r.due_at, r.date_created)`;

interface Sort {
  key: RawBuilder<unknown>;
  direction: RawBuilder<unknown>;
  /** Operator that compares the rows of the next page with the last row of this page. */
  follows: RawBuilder<unknown>;
}

const sorts: Record<ReferralSort, Sort> = {
  newest: { key: sql`r.date_created`, direction: sql`desc`, follows: sql`<` },
  oldest: { key: sql`r.date_created`, direction: sql`asc`, follows: sql`>` },
  urgent: { key: urgencyKey, direction: sql`asc`, follows: sql`>` },
  due: { key: dueKey, direction: sql`asc`, follows: sql`>` },
};

export function orderOf(sortBy: ReferralSort): Sort {
  return sorts[sortBy];
}

/** A part of a referral list: one index range per owner. */
export interface Part {
  /** Only `client` may be large. */
  name: 'patient' | 'received' | 'accepted' | 'created' | 'behalf' | 'client' | 'shared';
  /** A one-column set of rows: the values of `column` in this part. */
  owners: RawBuilder<unknown>;
  column: string;
  /** What else a referral `r` of this part must fulfill. */
  mayAlso: RawBuilder<boolean>;
}

const always = sql<boolean>`true`;

/**
 * The parts of a user's referral list: the referrals of one patient; or those sent to, accepted for or sent by the user or someone they act for,
 * those of clients whose patients they can all see, and those shared with them in a queue. Pages, counts and exports all read
 * these parts, and merge them by `merged`, because a referral may be in several.
 */
export function listParts(actor: Actor, { patientId, direction, scope, unread }: ReferralFilters): Part[] {
  if (patientId !== undefined) {
    const owners = sql`unnest(array[${patientId}::bigint])`;
    const mayAlso = ofPatient(maySeeReferral(actor));
    return [{ name: 'patient', owners, column: 'patient_id', mayAlso }];
  }
  const own = ownParts(actor).filter(({ name }) => {
    const isIncoming = name === 'received' || name === 'accepted';
    if (direction === Direction.incoming) return isIncoming;
    // Only the sender has unread responses.
    return !isIncoming || (direction === Direction.all && unread !== true);
  });
  if (unread === true) return own;
  const hasClients = scope === 'organization' && actor.viewAllClientIds.length > 0;
  return [
    ...own,
    ...(hasClients ? [clientPart(actor, direction)] : []),
    ...(direction === Direction.all ? [sharedPart(actor)] : []),
  ];
}

function ownParts(actor: Actor): Part[] {
  const users = sql`${actor.userIds}::bigint[]`;
  const of = (name: Part['name'], column: string, mayAlso: RawBuilder<boolean>): Part => ({
    name,
    owners: sql`unnest(${users})`,
    column,
    mayAlso,
  });
  // A user who lost access to the patient also loses the referrals they sent for that patient.
  return [
    of('received', 'referred_to_user_id', always),
    {
      name: 'accepted',
      owners: sql`unnest(${acceptingProviders(actor)})`,
      column: 'accepted_for_healthcare_provider_id',
      mayAlso: isWithUserOfAccepting('r'),
    },
    of('created', 'created_by_user_id', ofPatient(maySeePatient(actor))),
    of('behalf', 'on_behalf_of_user_id', ofPatient(maySeePatient(actor))),
  ];
}

/** Referrals sent to or by a user of the clients. */
function clientPart(actor: Actor, direction: number): Part {
  const clients = sql`${actor.viewAllClientIds}::bigint[]`;
  // `is true` keeps the colleagues a hashed subplan; as a join, everything they ever sent would be read first.
  const isColleague = (column: string) =>
    sql<boolean>`${sql.ref(`r.${column}`)} is not null and (${sql.ref(`r.${column}`)} in
      (select uc.user_id from user_client uc where uc.client_id = any(${clients}))) is true`;
  const directed = {
    [Direction.incoming]: isColleague('referred_to_user_id'),
    [Direction.outgoing]: isColleague('created_by_user_id'),
  }[direction];
  return {
    name: 'client',
    owners: sql`unnest(${clients})`,
    column: 'client_id',
    mayAlso: directed ?? always,
  };
}

function sharedPart(actor: Actor): Part {
  const shared = sql`(select w.subject_id from work_queue_encounter_access x
    join work_queue_encounter w using (work_queue_encounter_id)
    where ${isGrantedTo(actor)} and w.subject_type = 'referral')`;
  return {
    name: 'shared',
    owners: sql`(select distinct subject_id from ${shared} as s)`,
    column: 'referral_id',
    mayAlso: always,
  };
}

/**
 * A condition on the patient `p` of a referral `r`. As a scalar subquery it reads only the patients of rows that get this far;
 * as a join, it would read the patients of all rows, or hash the whole table.
 */
export function ofPatient(condition: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql<boolean>`(select ${condition} from patient p where p.patient_id = r.patient_id)`;
}

/**
 * Rows of a part.
 * @param where additional conditions on `r`
 * @param tail order and limit for the rows of each owner
 */
export function rowsOf(
  { owners, column, mayAlso }: Part,
  columns: RawBuilder<unknown>,
  where: RawBuilder<boolean>,
  tail: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`(select found.* from ${owners} as o(id) cross join lateral (
    select ${columns} from referral r where ${sql.ref(`r.${column}`)} = o.id and ${mayAlso} and ${where} ${tail}) as found)`;
}

/** Whether a referral `r` is in this part. */
export function isIn({ owners, column, mayAlso }: Part): RawBuilder<boolean> {
  return sql<boolean>`((${sql.ref(`r.${column}`)} in (select o.id from ${owners} as o(id)) and ${mayAlso}) is true)`;
}

/** The rows of several parts, each referral once: rows of `rowsOf` whose columns include its id. */
export function merged(rows: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(rows, sql` union `);
}
