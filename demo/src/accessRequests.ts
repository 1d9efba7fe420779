import { z } from 'zod';

import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { named, readContent } from './content.ts';
import { clientIds } from './organization.ts';
import { username } from './users.ts';

const plan = z.strictObject({
  /** Last name. */
  patient: z.string(),
  user: username,
  reason: z.string(),
  daysAgo: z.number(),
  declined: z.strictObject({ by: username, reason: z.string() }).optional(),
});

/** Access requests of colleagues for patients they do not care for yet. */
export function addAccessRequests(rows: Rows, patients: DemoPatient[], users: DemoUsers): void {
  for (const { patient: lastName, user, reason, daysAgo, declined } of readContent('accessRequests', z.array(plan))) {
    const patient = named(patients, lastName);
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
