import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { listCareTeam } from '../care-teams.ts';
import { listCharts } from '../charts.ts';
import { id } from '../fields.ts';
import { getPatientInfo, getSectionCounts, listAppointments, listPatients } from '../patients.ts';
import { getActivityFilters, listActivities } from '../patients/activities.ts';
import { getPatientOverview } from '../patients/overview.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getReferral, listReferrals } from '../referrals.ts';
import { getReferralFilterValues } from './filters.ts';
import { countUnreadReferrals } from './unread.ts';
import { listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';

export const referralEvents = {
  /** A referral was created or changed. */
  ReferralChangedEvent: realtimeEvent({
    payload: z.object({ referralId: id, patientId: id, version: z.number() }),
    access: signedIn,
    // Accepting a referral adds the receiver to the care team.
    makesStale: [
      getDashboard,
      listReferrals,
      getReferralFilterValues,
      countUnreadReferrals,
      listAppointments,
      listCareTeam,
      getPatientInfo,
      getSectionCounts,
      getPatientOverview,
      listActivities,
      getActivityFilters,
      // The tree shows the letter of each referral.
      listCharts,
    ],
    // A patient's row shows the number of open referrals.
    makesStaleWhereShown: [getReferral, listWorkQueueItems, listWorkQueueItemsByStatus, listPatients],
  }),
};
