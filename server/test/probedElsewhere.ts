/** Site documents, the alert, support requests and client errors: siteInfo.test.ts and support.test.ts show who gets what. */
export const siteAndSupport = [
  '/site-info/',
  '/site-info/list',
  '/site-info/save',
  '/site-info/preview',
  '/site-info/alert',
  '/site-info/alert/settings',
  '/site-info/alert/save',
  '/notifications/support-request',
  '/notifications/support-requests',
  '/notifications/support-requests/info',
  '/notifications/support-requests/resolve',
  '/client-errors',
];

/** Lists, their exports, views and populations of users, and patients who are added: list.test.ts, listReferrals.test.ts, savedViews.test.ts, add.test.ts and populations.test.ts show who gets what. */
export const keptByUsers = [
  '/provider/patients/options',
  '/provider/patients/recent',
  '/provider/saved-views',
  '/provider/referrals/export',
  '/provider/saved-views/save',
  '/provider/saved-views/delete',
  '/patients/add',
  '/patients/add/candidates',
  '/patients/populations/save',
  '/patients/populations/delete',
  '/patients/populations/set-patient',
];

/** One path for reading and saving: features/patients/activities.test.ts shows who gets what. */
export const readAndSaved = ['/patients/activities/list/filters'];

/** Many items at once, and what queues are narrowed by: work-queues/items.test.ts shows who gets what. */
export const severalQueueItems = [
  '/provider/workqueues/complete-several',
  '/provider/workqueues/encounters/save-access',
  '/provider/workqueues/setuserhidden',
  '/provider/workQueues/:workQueueId/filters',
  '/provider/patients/work-queue-items/encounter-info',
];

/** Take ids of tasks, or list what is seen: tasks/tasks.test.ts shows who gets what. */
export const taskEndpoints = [
  '/provider/tasks',
  '/provider/tasks/count',
  '/provider/tasks/info',
  '/provider/tasks/update',
  '/provider/tasks/set-status',
  // features/sharing/sharing.test.ts
  '/document-export/directEmail',
  '/document-export/packet',
  '/document-export/send-again',
  '/document-export/mark-seen',
  '/document-export/fax-status/:reference/:token',
  // features/sharing/sms/replies.test.ts
  '/notifications/sms/unassigned-replies',
  '/notifications/sms/assign-reply',
  '/notifications/sms/dismiss-reply',
  // features/sharing/emr/emr.test.ts
  '/integrations/patient/status',
  '/integrations/patient/pull',
  '/integrations/patient/push-documents',
  // features/dashboard/dashboard.test.ts
  '/provider/dashboard',
  // features/reports/reports.test.ts
  '/provider/reports/data',
  '/provider/reports/rows',
  '/provider/reports/filters',
  // features/reports/powerBi.test.ts
  '/powerbi/reports',
  '/powerbi/report',
];

/** Take ids of pairs, not of patients: duplicates/deciding.test.ts and conflicts.test.ts show who reads and decides. */
export const reviewedPairs = [
  '/provider/duplicates',
  '/provider/duplicates/count',
  '/provider/duplicates/single',
  '/provider/duplicates/merge',
  '/provider/duplicates/undo-merge',
  '/provider/duplicates/keep-apart',
  '/provider/duplicates/reopen',
  '/provider/duplicates/differences',
  '/provider/duplicates/differences/decide',
  '/provider/duplicates/provider-differences',
  '/provider/duplicates/provider-differences/decide',
  '/provider/duplicates/providers',
  '/provider/duplicates/providers/keep-apart',
  '/provider/duplicates/providers/reopen',
];

/** Signing in and out: they take no id of a patient's, and tell nothing of one. */
export const signInEndpoints = [
  '/sign-in-options',
  '/sign-in',
  '/single-sign-on/start',
  '/single-sign-on/callback',
  '/sign-in/second-factor',
  '/sign-in/second-factor/prepare',
  '/sign-in/second-factor/enable',
  '/sign-in/password',
  '/forgot-password',
  '/reset-password',
  '/refresh-token',
  '/logout',
  '/get-context',
];

/** Places, organizations and pickers of the directory: directory/addresses.test.ts, organizations.test.ts, lookups.test.ts. */
export const directoryEndpoints = [
  // The directory knows nobody's patients; providers.test.ts shows whose notes and numbers of providers stay theirs.
  '/providers/search',
  '/providers/get',
  '/providers/print',
  '/providers/get-provider-tags',
  '/providers/save',
  '/users/make-provider-a-user',
  '/facilities/list',
  '/facilities/hierarchies',
  '/clients/find',
  '/users/organizations',
  '/users/specialties-and-user-types',
  '/providers/addresses',
  '/providers/addresses/find',
  '/providers/suggested-addresses',
  '/providers/standardized-addresses',
  '/providers/get-provider-address',
  '/providers/save-provider-address',
  '/providers/organizations/search',
  '/providers/organizations/list',
  '/providers/organizations/get',
  '/providers/organizations/providers',
  '/providers/organizations/save',
  '/providers/organizations/save-address',
];

/** Calls that take no id of a patient's and tell nothing of one, or are shown closed elsewhere. */
export const otherHarmless = [
  // Numbers, and what Twilio signs; features/sharing/sms/texts.test.ts and twilio.test.ts show who is answered.
  '/notifications/sms/is-phone-number-opted-out',
  '/notifications/sms/are-phone-numbers-opted-out',
  '/notifications/sms/twilio-reply',
  '/notifications/sms/twilio-status',
  // A user's own; referrals/drafts.test.ts shows that they are of patients whom the user sees.
  '/provider/referrals/drafts',
  '/healthcheck/api',
  '/healthcheck/slim',
  '/healthcheck/database',
  '/healthcheck/storage',
  '/insurance/get-plans',
  '/insurance/list',
  '/document-viewer/primary-document-types',
  // sentCharts.test.ts shows who reads these.
  '/document-viewer/appointment/:patientAppointmentId',
  '/document-viewer/demographics/:patientId/:patientEncounterId',
  '/document-viewer/sent-chart/:sentChartId',
  '/specialties/find',
  '/coded-concepts/diagnoses/icd-10/find',
  // A user's own texts; drafts.test.ts and cannedReplies.test.ts show that somebody else's are as good as absent.
  '/provider/messages/canned-replies',
  '/provider/messages/canned-replies/save',
  '/provider/messages/canned-replies/delete',
  // unread.test.ts shows whose answers are counted and read.
  '/provider/referrals/unread-count',
  '/provider/referrals/read',
  // closing.test.ts and record.test.ts show who reads these.
  '/provider/referrals/additional-info',
  '/provider/referrals/record',
  '/provider/referrals/record/pdf',
  // Takes a patient only to measure from; directory.test.ts shows that a closed one gives no distance.
  '/provider/users/search-providers',
];

/** Consultations: consultations/visibility.test.ts holds them against the oracle. */
export const consultationEndpoints = [
  '/provider/care-coordination/requests',
  '/provider/care-coordination/requests/info',
  '/provider/care-coordination/requests/additional-info',
  '/provider/care-coordination/requests/unread-count',
  '/provider/care-coordination/requests/create',
  '/provider/care-coordination/requests/complete',
  '/provider/care-coordination/requests/cancel',
  '/provider/care-coordination/requests/read',
];

export const someTask = {
  description: 'x',
  assignedToUserId: null,
  dateDue: null,
  taskTemplateId: null,
  answers: {},
};

/** A text message that breaks no rule. */
export const someText = {
  recipientName: 'x',
  phoneNumber: '6175550123',
  messageText: 'x',
  messageContainsNoPhi: true,
  hasConsentedToSms: true,
};
