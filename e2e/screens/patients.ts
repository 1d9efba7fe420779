import { inTurn, press, type Screen } from './screen.ts';

/** Care team members of the patient who has one document of each format. */
const team = ['drpatel', 'coordinator'] as const;
const patient = '/Patient/15';
/** On a phone, an invitation must be opened before it can be answered. */
const firstInvitation = press('option', /Born \d{4}/);
const sections = [
  'overview',
  'demographics',
  'encounters',
  'conditions',
  'medications',
  'allergies',
  'results',
  'immunizations',
  'procedures',
  'plans',
  'history',
  'appointments',
  'careTeam',
  'documents',
  'referrals',
  'textMessages',
  'activities',
];

export const patientScreens: readonly Screen[] = [
  { name: 'patients', path: '/Patients' },
  { name: 'invitations', path: '/Patients/Invites' },
  { name: 'access-requests', path: '/AccessRequests', roles: ['drpatel', 'coordinator'] },
  {
    name: 'access-request-decline',
    path: '/AccessRequests',
    roles: ['admin'],
    // On a phone, a request must be opened before it can be answered.
    open: inTurn(press('option', /./), press('button', /^Decline/)),
  },
  {
    name: 'emr-update',
    path: `${patient}?section=documents`,
    roles: ['drpatel'],
    open: press('button', 'Update from EMR'),
  },
  {
    name: 'emr-update-failed',
    path: `${patient}?section=documents`,
    roles: ['drpatel'],
    open: inTurn(
      press('button', 'Update from EMR'),
      press('button', /^Update (now|again)/),
      async (page) => await page.getByText(/^The EMR has no record/).waitFor(),
    ),
  },
  {
    name: 'emr-export',
    path: `${patient}?section=documents`,
    roles: ['drpatel'],
    open: inTurn(
      async (page) => await page.getByRole('treeitem', { name: /^Demographics/ }).press('Space'),
      async (page) => await page.getByRole('button', { name: 'Export to EMR' }).hover(),
    ),
  },
  { name: 'emergency-access', path: '/EmergencyAccess', roles: ['admin'] },
  { name: 'patient-add', path: '/Patients/Add', roles: ['drpatel', 'coordinator'] },
  { name: 'patient-find', path: '/Patients/Find' },
  { name: 'patients-none-found', path: '/Patients?searchTerm=zzzz' },
  ...sections.map((section) => ({ name: `patient-${section}`, path: `${patient}?section=${section}`, roles: team })),
  ...(['medication', 'allergy', 'problem'] as const).map((what) => ({
    name: `patient-${what}-add`,
    path: `${patient}?section=${what === 'problem' ? 'conditions' : what === 'allergy' ? 'allergies' : 'medications'}`,
    roles: team,
    open: press('button', `Add ${what}`),
  })),
  {
    name: 'patient-result-over-time',
    path: `${patient}?section=results`,
    roles: team,
    open: press('button', /^Glucose .*: show over time$/),
  },
  {
    name: 'patient-encounter',
    path: `${patient}?section=encounters`,
    roles: team,
    open: async (page) => await page.getByRole('tabpanel').getByRole('button').first().click(),
  },
  {
    name: 'patient-demographics-edit',
    path: `${patient}?section=demographics`,
    roles: team,
    open: press('button', 'Edit demographics'),
  },
  {
    name: 'patient-insurance-add',
    path: `${patient}?section=demographics`,
    roles: team,
    open: press('button', 'Add insurance'),
  },
  {
    name: 'patient-guarantor-add',
    path: `${patient}?section=demographics`,
    roles: team,
    open: press('button', 'Add guarantor'),
  },
  {
    name: 'patient-encounter-add',
    path: `${patient}?section=encounters`,
    roles: team,
    open: press('button', 'Add encounter'),
  },
  {
    name: 'patient-invite',
    path: `${patient}?section=careTeam`,
    roles: team,
    open: press('button', /^Invite/),
  },
  { name: 'patient-tasks', path: `${patient}?section=tasks`, roles: team },
  { name: 'patient-consultations', path: `${patient}?section=consultations`, roles: team },
  {
    name: 'patient-task-add',
    path: `${patient}?section=tasks`,
    roles: team,
    open: press('button', 'Add task'),
  },
  {
    name: 'invitation-accept',
    path: '/Patients/Invites',
    roles: ['drpatel'],
    open: inTurn(firstInvitation, press('button', /^Accept/)),
  },
  {
    name: 'invitation-decline',
    path: '/Patients/Invites',
    roles: ['drpatel'],
    open: inTurn(firstInvitation, press('button', /^Decline/)),
  },
  {
    name: 'patient-leave',
    path: `${patient}?section=careTeam`,
    roles: ['drpatel'],
    open: inTurn(press('button', /Leave/)),
  },
];
