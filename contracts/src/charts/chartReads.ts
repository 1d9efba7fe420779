import { listCharts } from '../charts.ts';
import { getPatientInfo, getSectionCounts } from '../patients.ts';
import { getActivityFilters, listActivities } from '../patients/activities.ts';
import { getReferralProtocol } from '../referrals/protocols.ts';

/** Reads that show which documents a patient's chart has. */
export const chartReads = [
  listCharts,
  getReferralProtocol,
  getPatientInfo,
  getSectionCounts,
  listActivities,
  getActivityFilters,
];
