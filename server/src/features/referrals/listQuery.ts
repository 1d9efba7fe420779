import { Direction, openReferralStatuses, referralStatus } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { listReferrals, ReferralListItem } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { pageOf, readCursor } from '../../db/cursor.ts';
import type { Cursor } from '../../db/cursor.ts';
import { literals } from '../../db/literals.ts';
import { iso, shape } from '../../db/shape.ts';
import { startsWith } from '../../db/startsWith.ts';
import { itemOf } from '../../work-queues/subjectItems.ts';
import { patientSummary } from '../patients/queries.ts';
import { referralSummary, referredByName } from './summaryQuery.ts';
import type { SummaryTables } from './summaryQuery.ts';
import { maySeeReferral } from '../../access/referralAccess.ts';
import { isOverdue } from './visibility.ts';

type Search = InputOf<typeof listReferrals>;

const listedReferral = shape<Omit<ReferralListItem, 'statusCode'>, SummaryTables>({
  ...referralSummary.columns,
  patient: patientSummary.json,
  workQueueEncounterId: itemOf('referral', sql.ref('r.referral_id')),
  dateCreated: iso('r.date_created'),
  statusChangedAt: iso('r.status_changed_at'),
  referredByName,
  version: 'r.version',
});

/**
 * One page of referrals, newest first: those of a patient, or those that were sent to or by the actor, or by
 * somebody of a client whose every patient they see. Each branch is one ordered index range.
 */
export async function findReferrals(db: Db, actor: Actor, search: Search, pageSize: number) {
  const ids = sql`select referral_id, date_created from (${sql.join(branches(actor, search, pageSize + 1), sql` union `)})
    as found order by date_created desc, referral_id desc limit ${pageSize + 1}`;
  const { rows } = await listedReferral.from`(${ids}) as page
    join referral r using (referral_id) join patient p on p.patient_id = r.patient_id
    join user_account u on u.user_id = r.created_by_user_id
    left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_provider b on b.healthcare_provider_id = r.referred_by_healthcare_provider_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id =
      coalesce(r.healthcare_provider_specialty_id, t.healthcare_provider_specialty_id)
    order by r.date_created desc, r.referral_id desc`.execute(db);
  const items = rows.map((row) => ({
    ...row,
    statusCode: referralStatus.codeOf(row.isOverdue ? 'overdue' : row.status),
  }));
  return pageOf(items, pageSize, (row) => ({ key: row.dateCreated, id: row.referralId }));
}

function branches(actor: Actor, search: Search, limit: number): RawBuilder<unknown>[] {
  const of = (owner: RawBuilder<unknown>, column: string, mayAlso: RawBuilder<boolean>) =>
    branch({ owner, column, mayAlso, search, limit });
  if (search.patientId !== undefined) {
    return [of(sql`array[${search.patientId}::bigint]`, 'patient_id', maySeeReferral(actor))];
  }
  const users = sql`${actor.userIds}::bigint[]`;
  const incoming = [of(users, 'referred_to_user_id', sql<boolean>`true`)];
  // Who lost the patient also loses what they sent about them.
  const outgoing = ['created_by_user_id', 'on_behalf_of_user_id'].map((column) =>
    of(users, column, maySeePatient(actor)),
  );
  if (search.direction === Direction.incoming) return incoming;
  if (search.direction === Direction.outgoing) return outgoing;
  const ofClients = of(sql`${actor.viewAllClientIds}::bigint[]`, 'client_id', sql<boolean>`true`);
  return [...incoming, ...outgoing, ofClients];
}

interface Branch {
  /** Ids to look for in the column. */
  owner: RawBuilder<unknown>;
  column: string;
  mayAlso: RawBuilder<boolean>;
  search: Search;
  limit: number;
}

function branch({ owner, column, mayAlso, search, limit }: Branch): RawBuilder<unknown> {
  return sql`(select found.* from unnest(${owner}) as o(id) cross join lateral (
    select r.referral_id, r.date_created from referral r join patient p on p.patient_id = r.patient_id
    where ${sql.ref(`r.${column}`)} = o.id and ${mayAlso} and ${inStatus(search)} and ${named(search)}
      ${behind(readCursor(search.cursor))}
    order by r.date_created desc, r.referral_id desc limit ${limit}) as found)`;
}

function inStatus({ status, statuses }: Search): RawBuilder<boolean> {
  const one = status === undefined ? sql<boolean>`true` : hasStatus(status);
  if (statuses === undefined) return one;
  const any = statuses.length === 0 ? [sql<boolean>`false`] : statuses.map(hasStatus);
  return sql<boolean>`(${one} and (${sql.join(any, sql` or `)}))`;
}

function hasStatus(status: NonNullable<Search['status']>): RawBuilder<boolean> {
  if (status === 'open') return sql<boolean>`r.status in (${literals(openReferralStatuses)})`;
  return status === 'overdue' ? isOverdue : sql<boolean>`r.status = ${status}`;
}

function named({ searchTerm }: Search): RawBuilder<boolean> {
  if (searchTerm === '') return sql<boolean>`true`;
  return sql<boolean>`(${startsWith(sql.ref('p.last_first'), searchTerm)} or ${startsWith(sql.ref('p.first_last'), searchTerm)}
    or ${startsWith(sql.ref('p.mrn_key'), searchTerm)})`;
}

function behind(after: Cursor | null): RawBuilder<unknown> {
  if (after === null) return sql``;
  return sql`and (r.date_created, r.referral_id) < (${after.key}::timestamptz, ${after.id})`;
}
