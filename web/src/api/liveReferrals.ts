import { listReferrals, type ReferralListItem } from '@careloop/contracts/referrals';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { refreshLists, type LiveList } from './liveLists.ts';

/** The newest first; a referral stays where it is for good. */
const referralList: LiveList<ReferralListItem> = {
  endpoint: listReferrals,
  keyOf: ({ referralId }) => referralId,
  compare: (one, other) => {
    if (one.dateCreated === other.dateCreated) return other.referralId - one.referralId;
    return one.dateCreated > other.dateCreated ? -1 : 1;
  },
};

/** A referral that changed; about whom, where that is known. */
export type ReferralChange = Omit<RealtimeEvents['ReferralChangedEvent'], 'patientId'> & { patientId?: number };

/** What of the referrals on the screen is old. */
export interface OldReferrals {
  changes?: readonly ReferralChange[];
  /** Patients whom the reader came to see, or does not any more. */
  patientIds?: ReadonlySet<number>;
}

/** Brings the lists of referrals up to date: of each list, the rows that may have changed are read. */
export async function refreshReferralRows(
  client: QueryClient,
  { changes = [], patientIds = new Set() }: OldReferrals,
): Promise<void> {
  const ofPatients = await findReferralsAbout(client, patientIds);
  await refreshLists(client, referralList, (filters, items) => {
    const { patientId } = filters as { patientId?: string | number };
    const versions = new Map(items.map((item) => [item.referralId, item.version]));
    // What is shown already says this change, or a later one.
    const isNews = ({ referralId, version }: ReferralChange) => version > (versions.get(referralId) ?? 0);
    const isOfList = (change: ReferralChange) =>
      patientId === undefined || change.patientId === undefined || Number(patientId) === change.patientId;
    const ids = new Set([
      ...changes.filter((change) => isOfList(change) && isNews(change)).map(({ referralId }) => referralId),
      ...items.filter(({ patient }) => patientIds.has(patient.patientId)).map(({ referralId }) => referralId),
      ...ofPatients.filter((change) => isOfList(change) && isNews(change)).map(({ referralId }) => referralId),
    ]);
    if (ids.size === 0) return undefined;
    return { input: { referralIds: [...ids] }, isAsked: ({ referralId }) => ids.has(referralId) };
  });
}

/** The newest referrals about these patients, as far as the reader may see them now and is shown any. */
async function findReferralsAbout(client: QueryClient, patientIds: ReadonlySet<number>): Promise<ReferralChange[]> {
  if (patientIds.size === 0) return [];
  const queryKey = [listReferrals.path];
  await client.invalidateQueries({ queryKey, type: 'inactive', refetchType: 'none' });
  if (client.getQueryCache().findAll({ queryKey, type: 'active' }).length === 0) return [];
  const find = async (patientId: number) => {
    const { items } = await call(listReferrals, { patientId }).catch(() => ({ items: [] }));
    return items.map(({ referralId, version }) => ({ referralId, patientId, version }));
  };
  return (await Promise.all([...patientIds].map(find))).flat();
}
