import { listCareTeam } from '@careloop/contracts/care-teams';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getPatientInfo, listAppointments, listPatients } from '@careloop/contracts/patients';
import type {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
  selectReferralProvider,
} from '@careloop/contracts/referrals/processing';
import { getReferral } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { refreshReferralRows, type ReferralChange } from '../../../api/liveReferrals.ts';
import { invalidate, useCall, type UseCallOptions } from '../../../api/query.ts';

/** What is old after a referral was sent, answered, taken back or commented, beside the lists of referrals. */
const changedByReferrals: readonly Endpoint[] = [
  getReferral,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  listPatients,
  listAppointments,
  listCareTeam,
  getPatientInfo,
];

/** Shows a referral that one has changed oneself as it is now, wherever it stands. */
export async function showReferralChange(client: QueryClient, change: ReferralChange): Promise<void> {
  await Promise.all([invalidate(client, ...changedByReferrals), refreshReferralRows(client, { changes: [change] })]);
}

type Changing =
  | typeof acceptReferral
  | typeof addReferralComment
  | typeof cancelReferral
  | typeof declineReferral
  | typeof selectReferralProvider;

/** A call that changes a referral. */
export function useReferralCall<E extends Changing>(endpoint: E, options: Omit<UseCallOptions<E>, 'invalidates'>) {
  const client = useQueryClient();
  return useCall(endpoint, {
    ...options,
    onSuccess: async (output, input) => {
      await Promise.all([showReferralChange(client, output), Promise.resolve(options.onSuccess?.(output, input))]);
    },
  });
}
