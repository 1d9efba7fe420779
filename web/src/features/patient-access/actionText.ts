/** What calls about a patient open or change, in words. */
const texts: Readonly<Record<string, string>> = {
  '/patients/info': 'Patient record',
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

/** The action itself where it has no words yet: a reviewer must not miss it. */
export function actionText(action: string): string {
  return texts[action] ?? action;
}
