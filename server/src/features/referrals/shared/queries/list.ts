import { referralStatus } from '@careloop/contracts/codes';
import type { ReferralListItem } from '@careloop/contracts/referrals';
import type { ReferralFilters } from '@careloop/contracts/referrals/filters';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../../../platform/identity/actor.ts';
import type { Actor } from '../../../../platform/identity/actor.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../../platform/db/cursor.ts';
import type { Cursor } from '../../../../platform/db/cursor.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { itemOf } from '../../../../core/work-queues/subjectItems.ts';
import { patientSummary } from '../../../patients/shared/queries/patients.ts';
import { allOf, conditionsOf } from '../../listFilters.ts';
import type { Conditions } from '../../listFilters.ts';
import { listParts, merged, orderOf, rowsOf } from '../../listParts.ts';
import { sideOf } from '../../policy.ts';
import { acceptedFor } from '../../queries/referral.ts';
import { referralSummary, referredByName } from '../../queries/summary.ts';
import type { SummaryTables } from '../../queries/summary.ts';

export interface ListedRow extends Omit<ReferralListItem, 'statusCode' | 'isUnread' | 'side'> {
  sortKey: string;
  isAnswerUnread: boolean;
  clientId: number;
  createdByUserId: number;
  onBehalfOfUserId: number | null;
  referredToUserId: number | null;
  acceptedForUserId: number | null;
  /** For the export. */
  referralType: string;
  providerSelectionReason: string | null;
}

const listedReferral = shape<ListedRow, SummaryTables & { page: { sort_key: Date } }>({
  ...referralSummary.columns,
  patient: patientSummary.nested,
  workQueueEncounterId: itemOf('referral', sql.ref('r.referral_id')),
  dateCreated: iso('r.date_created'),
  statusChangedAt: iso('r.status_changed_at'),
  referredByName,
  version: 'r.version',
  sortKey: iso('page.sort_key'),
  isAnswerUnread: 'r.is_answer_unread',
  clientId: 'r.client_id',
  createdByUserId: 'r.created_by_user_id',
  onBehalfOfUserId: 'r.on_behalf_of_user_id',
  referredToUserId: 'r.referred_to_user_id',
  acceptedForUserId: 'answering.accepted_for',
  referralType: 'r.referral_type',
  providerSelectionReason: 'r.provider_selection_reason',
});

/**
 * One page of referrals: those of a patient, or those the actor and their clients sent and received. Each part is one ordered
 * index range per owner.
 */
export async function findReferrals(
  db: Db,
  actor: Actor,
  search: ReferralFilters & { cursor?: string | undefined },
  pageSize: number,
) {
  return findPage(db, actor, search, pageSize, await conditionsOf(db, actor, search));
}

export async function findPage(
  db: Db,
  actor: Actor,
  search: ReferralFilters & { cursor?: string | undefined },
  pageSize: number,
  { status, facets, base }: Conditions,
) {
  const { key, direction, follows } = orderOf(search.sortBy);
  const after = readCursor(search.cursor);
  const columns = sql`r.referral_id, ${key} as sort_key`;
  const tail = sql`${behind(key, follows, after)} order by ${key} ${direction}, r.referral_id ${direction} limit ${pageSize + 1}`;
  const parts = listParts(actor, search).map((part) =>
    rowsOf(part, columns, allOf([status, facets, base(part)]), tail),
  );
  const ids = sql`select referral_id, sort_key from (${merged(parts)}) as listed
    order by sort_key ${direction}, referral_id ${direction} limit ${pageSize + 1}`;
  const rows = await findRows(db, ids, sql`page.sort_key ${direction}, r.referral_id ${direction}`);
  const items = rows.map((row) => ({
    ...row,
    statusCode: referralStatus.codeOf(row.isOverdue ? 'overdue' : row.status),
    isUnread: row.isAnswerUnread && isSentBy(actor, row),
    side: sideOf(actor, row),
  }));
  return pageOf(items, pageSize, (row) => ({ key: row.sortKey, id: row.referralId }));
}

/** Whether the actor's principal created it or it was created on their behalf. */
const isSentBy = (actor: Actor, row: Pick<ListedRow, 'createdByUserId' | 'onBehalfOfUserId'>) =>
  [row.createdByUserId, row.onBehalfOfUserId].includes(principalOf(actor));

/** These referrals, in the order of the ids. The caller has checked that the user may see them. */
export function findByIds(db: Db, ids: readonly number[]): Promise<ListedRow[]> {
  const page = sql`select id as referral_id, now() as sort_key, place from unnest(${ids}::bigint[]) with ordinality as u(id, place)`;
  return findRows(db, page, sql`page.place`);
}

async function findRows(db: Db, page: RawBuilder<unknown>, order: RawBuilder<unknown>): Promise<ListedRow[]> {
  const { rows } = await listedReferral.from`(${page}) as page
    join referral r using (referral_id) join patient p on p.patient_id = r.patient_id
    join user_account u on u.user_id = r.created_by_user_id
    left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_provider b on b.healthcare_provider_id = r.referred_by_healthcare_provider_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.search_specialty_id
    cross join lateral ${acceptedFor}
    order by ${order}`.execute(db);
  return rows;
}

function behind(key: RawBuilder<unknown>, follows: RawBuilder<unknown>, after: Cursor | null): RawBuilder<unknown> {
  if (after === null) return sql``;
  return sql`and (${key}, r.referral_id) ${follows} (${after.key}::timestamptz, ${after.id})`;
}
