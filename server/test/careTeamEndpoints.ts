/**
 * Calls that take ids of invitations, of requests for access and of emergency access, or of a patient who is closed;
 * invitations.test.ts and patientAccess.test.ts show whose they must be.
 */
export const careTeamEndpoints = [
  '/provider/care-team-invites/accept',
  '/provider/care-team-invites/process',
  '/provider/care-team-invites/process-bulk',
  '/provider/care-team-invites/batch',
  '/patient-access/requests',
  '/patient-access/requests/count',
  '/patient-access/requests/create',
  '/patient-access/requests/approve',
  '/patient-access/requests/decline',
  '/patient-access/requests/withdraw',
  '/patient-access/break-the-glass',
  '/patient-access/emergency-access',
  '/patient-access/emergency-access/count',
  '/patient-access/emergency-access/review',
];
