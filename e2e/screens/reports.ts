import type { Screen } from './screen.ts';

const reports = ['referrals', 'leakage', 'declines', 'consultations', 'queues', 'messages', 'work'];

export const reportScreens: readonly Screen[] = reports.map((report) => ({
  name: `report-${report}`,
  path: `/Reports?report=${report}`,
  roles: ['admin'],
}));
