import { emergencyMail } from '@careloop/server/src/features/patient-access/notifyOfEmergencyAccess';

import type { CareTeams } from './careTeam.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUser, DemoUsers } from './users.ts';

import { minutesAfter } from './clock.ts';
import { addDeliveredEmail, demoPortal } from './deliveredEmail.ts';

interface Plan {
  patient: string;
  reason: string;
  grantedAt: (patient: DemoPatient) => Date;
  /** What was opened, and how many minutes after the start. */
  opened: readonly (readonly [action: string, minutes: number])[];
  reviewedAt?: (patient: DemoPatient) => Date;
}

/** The page of a patient loads these when it opens. */
const firstPage = [
  ['/patients/info', 0.2],
  ['/patients/overview', 0.2],
] as const;

const plans: readonly Plan[] = [
  {
    patient: 'DiBenedetto',
    reason:
      'His wife called the on-call line: he fell in the bathroom and hit his head. I need to know whether he takes a blood thinner before I decide about the emergency room.',
    grantedAt: ({ clock }) => clock.at(-12, 2, 40),
    opened: [
      ...firstPage,
      ['/patients/conditions', 1],
      ['/patients/charts', 2],
      ['/document-viewer/:patientDocumentId', 2],
    ],
    reviewedAt: ({ clock }) => clock.officeTime(clock.at(-12, 8, 50)),
  },
  {
    patient: 'Phạm',
    reason:
      'The floor called me about her: drowsy, glucose 512, potassium 2.9. I need her kidney function and her insulin doses at home before I give orders.',
    grantedAt: ({ clock }) => clock.ago(0, 16, 20),
    opened: [
      ...firstPage,
      ['/patients/charts', 1],
      ['/document-viewer/:patientDocumentId', 1.5],
      ['/document-viewer/:patientDocumentId', 4],
      ['/patients/encounters', 6],
      ['/patients/encounter', 6.2],
    ],
  },
];

interface Deps {
  patients: readonly DemoPatient[];
  teams: CareTeams;
  users: DemoUsers;
}

/** Emergency access of the doctor on call: one reviewed, one to review, with the audit rows and emails of each. */
export function addEmergencyAccess(rows: Rows, { patients, teams, users }: Deps): void {
  for (const plan of plans) {
    const patient = patients.find(({ lastName }) => lastName === plan.patient);
    if (patient === undefined) throw new Error(`No patient ${plan.patient}`);
    const grantedAt = plan.grantedAt(patient);
    const reviewedAt = plan.reviewedAt?.(patient) ?? null;
    const { patientId } = patient;
    const doctor = users.drrosenberg;
    const breakGlassAccessId = rows.add('break_glass_access', {
      patient_id: patientId,
      user_id: doctor.userId,
      reason: plan.reason,
      granted_at: grantedAt,
      expires_at: minutesAfter(grantedAt, 60),
      reviewed_at: reviewedAt,
      reviewed_by_user_id: reviewedAt === null ? null : users.admin.userId,
    });
    const subject = { subject_type: 'break_glass_access', subject_id: breakGlassAccessId };
    addAudit(rows, doctor, patientId, { kind: 'change', action: 'patient.glass_broken', ...subject }, grantedAt);
    for (const [action, minutes] of plan.opened)
      addAudit(rows, doctor, patientId, { kind: 'access', action }, minutesAfter(grantedAt, minutes));
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
    ...emergencyMail(portal, { ...user, patientId }),
    sentAt: grantedAt,
    dedupeKey: `emergency-access:${breakGlassAccessId}:${user.userId}`,
  });
}
