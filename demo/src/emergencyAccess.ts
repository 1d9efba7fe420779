import { emergencyAccessText } from '@careloop/server/src/features/patient-access/texts';

import { listCharts } from '@careloop/contracts/charts';
import { getDocument } from '@careloop/contracts/charts/viewer';
import { getPatientInfo, listConditions, listEncounters } from '@careloop/contracts/patients';
import { getEncounter } from '@careloop/contracts/patients/encounters';
import { getPatientOverview } from '@careloop/contracts/patients/overview';
import { z } from 'zod';

import type { CareTeams } from './careTeam.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUser, DemoUsers } from './users.ts';

import { minutesAfter } from './clock.ts';
import { named, readContent } from './content.ts';
import { addDeliveredEmail, demoPortal } from './deliveredEmail.ts';

/** Days from today with hour and minute of that day; for today, hours and minutes ago. */
const moment = z.tuple([z.number(), z.number(), z.number()]);
const readings = {
  getPatientInfo,
  getPatientOverview,
  listConditions,
  listCharts,
  getDocument,
  listEncounters,
  getEncounter,
};
const plan = z.strictObject({
  /** Last name. */
  patient: z.string(),
  reason: z.string(),
  granted: moment,
  reviewed: moment.optional(),
  /** The call that opened something, and how many minutes after the start. */
  opened: z.array(z.tuple([z.enum(Object.keys(readings) as (keyof typeof readings)[]), z.number()])),
});

function timeOf({ clock }: DemoPatient, [days, hours, minutes]: z.infer<typeof moment>): Date {
  return days === 0 ? clock.ago(0, hours, minutes) : clock.at(days, hours, minutes);
}

interface Deps {
  patients: readonly DemoPatient[];
  teams: CareTeams;
  users: DemoUsers;
}

/** Emergency access of the doctor on call: one reviewed, one to review, with the audit rows and emails of each. */
export function addEmergencyAccess(rows: Rows, { patients, teams, users }: Deps): void {
  for (const { patient: lastName, reason, granted, reviewed, opened } of readContent(
    'emergencyAccess',
    z.array(plan),
  )) {
    const patient = named(patients, lastName);
    const grantedAt = timeOf(patient, granted);
    const reviewedAt = reviewed === undefined ? null : patient.clock.officeTime(timeOf(patient, reviewed));
    const { patientId } = patient;
    const doctor = users.drrosenberg;
    const breakGlassAccessId = rows.add('break_glass_access', {
      patient_id: patientId,
      user_id: doctor.userId,
      reason,
      granted_at: grantedAt,
      expires_at: minutesAfter(grantedAt, 60),
      reviewed_at: reviewedAt,
      reviewed_by_user_id: reviewedAt === null ? null : users.admin.userId,
    });
    const subject = { subject_type: 'break_glass_access', subject_id: breakGlassAccessId };
    addAudit(rows, doctor, patientId, { kind: 'change', action: 'patient.glass_broken', ...subject }, grantedAt);
    for (const [reading, minutes] of opened)
      addAudit(
        rows,
        doctor,
        patientId,
        { kind: 'access', action: readings[reading].path },
        minutesAfter(grantedAt, minutes),
      );
    if (reviewedAt !== null) {
      const change = { kind: 'change', action: 'emergency_access.reviewed', ...subject } as const;
      addAudit(rows, users.admin, patientId, change, reviewedAt);
    }
    const members = new Set(teams.membersAt(patientId, grantedAt));
    for (const user of Object.values(users).filter(({ userId }) => members.has(userId)))
      addMail(rows, user, { breakGlassAccessId, patientId, grantedAt });
  }
}

interface Audited {
  kind: 'access' | 'change';
  action: string;
  subject_type?: string;
  subject_id?: number;
}

function addAudit(rows: Rows, { userId }: DemoUser, patientId: number, audited: Audited, at: Date): void {
  rows.add('audit_event', {
    ...audited,
    outcome: 'ok',
    user_id: userId,
    patient_id: patientId,
    ip: '198.51.100.24',
    occurred_at: at,
  });
}

/** The email to a member of the care team. */
function addMail(
  rows: Rows,
  user: DemoUser,
  { breakGlassAccessId, patientId, grantedAt }: { breakGlassAccessId: number; patientId: number; grantedAt: Date },
): void {
  const portal = { config: { productName: 'Careloop' }, portalUrl: demoPortal };
  addDeliveredEmail(rows, {
    to: user,
    ...emergencyAccessText(portal, { ...user, patientId }),
    sentAt: grantedAt,
    dedupeKey: `emergency-access:${breakGlassAccessId}:${user.userId}`,
  });
}
