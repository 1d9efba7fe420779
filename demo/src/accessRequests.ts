import { clientIds } from './organization.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

interface Plan {
  patient: string;
  user: Username;
  reason: string;
  daysAgo: number;
  declined?: { by: Username; reason: string };
}

const plans: readonly Plan[] = [
  {
    patient: 'Wójcik',
    user: 'drobrien',
    reason: 'He called our office about the back pain that keeps him awake. I need his imaging before I can see him.',
    daysAgo: 1,
  },
  {
    patient: 'Russo',
    user: 'drrosenberg',
    reason:
      'Admitted on my night on call with another kidney stone. I want to work up his calcium in my clinic next week.',
    daysAgo: 2,
  },
  {
    patient: 'Stokes',
    user: 'drobrien',
    reason: 'Second opinion on her shoulder, as her daughter asked for by phone.',
    daysAgo: 9,
    declined: { by: 'coordinator', reason: 'The family has decided against a second opinion.' },
  },
];

/** Access requests of colleagues for patients they do not care for yet. */
export function addAccessRequests(rows: Rows, patients: DemoPatient[], users: DemoUsers): void {
  for (const { patient: lastName, user, reason, daysAgo, declined } of plans) {
    const patient = patients.find((one) => one.lastName === lastName);
    if (patient === undefined) throw new Error(`No patient ${lastName}`);
    const { userId } = users[user];
    rows.add('access_request', {
      patient_id: patient.patientId,
      client_id: clientIds[patient.client],
      user_id: userId,
      requested_by_user_id: userId,
      reason,
      status: declined === undefined ? 'pending' : 'declined',
      decided_by_user_id: declined === undefined ? null : users[declined.by].userId,
      decline_reason: declined?.reason ?? null,
      created_at: patient.clock.ago(daysAgo, 2, 15),
      decided_at: declined === undefined ? null : patient.clock.ago(daysAgo - 1, 2, 10),
      version: declined === undefined ? 1 : 2,
    });
  }
}
