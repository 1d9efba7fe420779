// Display texts of audited actions (docs/domain/audit.md).

/** Texts of calls about a patient, by path. */
const texts: Readonly<Record<string, string>> = {
  '/patients/info': 'Patient record',
  '/patients/info-alt': 'Patient record',
  '/patients/overview': 'Overview',
  '/patients/base-demography': 'Demographics',
  '/patients/field-history': 'Changes to the record',
  '/patients/encounter-client-configuration': 'Settings of encounters',
  '/patients/populations/list': 'Populations',
  '/patients/find': 'Search for patients',
  '/patients/search': 'Search for patients',
  '/admin/audit': 'The audit',
  '/admin/audit/export': 'An export of the audit',
  '/patients/activities/list/filters': 'Activities',
  '/document-viewer/:patientDocumentId/thumbnail/:page': 'A preview of a page',
  '/document-viewer/sent-chart/:sentChartId': 'A chart as it was sent',
  '/document-viewer/:patientDocumentId/pdf': 'A document as PDF',
  '/document-viewer/:patientDocumentId/find': 'Search in a document',
  '/document-viewer/appointment/:patientAppointmentId': 'Appointment chart',
  '/document-viewer/referral/:referralId': 'Referral chart',
  '/provider/messages': 'A conversation',
  '/patient-access/requests': 'Access requests',
  '/provider/tasks': 'Tasks',
  '/users/find': 'Search for colleagues',
  'patient.encounter_edited': 'Edited an encounter',
  '/patients/encounters': 'Encounters',
  '/patients/encounter': 'An encounter',
  '/patients/conditions': 'Conditions',
  '/patients/appointments/list': 'Appointments',
  '/patients/care-team': 'Care team',
  '/patients/charts': 'List of documents',
  '/patients/demographics': 'Demographics',
  '/patients/activities/list': 'Activities',
  '/patients/recent-viewers': 'Recent viewers',
  '/patients/emergency-access': 'Emergency access of others',
  '/document-viewer/:patientDocumentId': 'A document',
  '/document-viewer/:patientDocumentId/text': 'Text of a document',
  '/document-viewer/:patientDocumentId/:page': 'A page of a document',
  '/document-viewer/:patientDocumentId/download': 'A download of a document',
  '/document-viewer/demographics/:patientId': 'Demographics chart',
  '/document-viewer/summary-of-care/:patientId': 'Summary of care',
  '/provider/referrals': 'List of referrals',
  '/provider/referrals/info': 'A referral',
  '/provider/messages/conversations': 'List of conversations',
  'referral.created': 'Sent a referral',
  'document.uploaded': 'Uploaded a document',
  'message.sent': 'Sent a message',
};

/** Texts of sign-in and account actions for which "subject.verb" does not read well. */
const accountTexts: Readonly<Record<string, string>> = {
  'session.sign-in': 'Tried to sign in',
  'session.step': 'Took a step of signing in',
  'session.started': 'Signed in',
  'session.end': 'Session ended',
  'session.foreign-page': 'Call from a foreign page',
  'session.single-sign-on': 'Tried to sign in by single sign-on',
  'session.identity-linked': 'Linked single sign-on',
  'second-factor.code': 'Entered a code of the second step',
  'patient.glass_broken': 'Opened a record in an emergency',
};

/** Display text of an action; `other` for an action without one, so that a reviewer does not miss it. */
export function actionText(action: string, other: string = readable(action)): string {
  return texts[action] ?? accountTexts[action] ?? other;
}

/** "Task template changed" for `task-template.changed`; any other action unchanged. */
export function readable(action: string): string {
  if (!/^[a-z_-]+\.[a-z_-]+$/iu.test(action)) return action;
  const words = action.replaceAll(/[._-]+/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
