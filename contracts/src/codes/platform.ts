import { codes } from '../codeTable.ts';

// API numbers that no screen of this portal shows (decision 049). Names and numbers are defined by the API; if it only
// gives a range, its ends are listed.

/** Inclusive ranges of numbers that the API does not name. */
export const workflowEventTypes = { first: 1, last: 20 } as const;
export const workItemCategories = { first: 1, last: 60, firstSafpTier: 50, lastSafpTier: 57 } as const;
export const activityActions = { first: 0, last: 252 } as const;
export const workflowTier = codes({ task: 1, encounter: 2 });

export const importRunStatus = codes({ pending: 1, success: 2, failure: 3, abandoned: 4, completed: 5 });
/** The API does not name the steps in between. */
export const importStep = codes({ matching: 1, create_providers: 7 });
export const importJobStatus = codes({
  configuring: 5,
  queued: 10,
  in_progress: 20,
  complete: 30,
  canceled: 40,
  aborted: 255,
});

export const recurrence = codes({
  none: 0,
  daily: 1,
  weekly: 2,
  monthly: 3,
  bi_annually: 4,
  annually: 5,
  ongoing: 6,
});

/** Notification settings of users have one field per channel instead. */
export const notificationChannel = codes({
  email: 1,
  sms: 2,
  direct_message: 3,
  message: 4,
  push: 5,
  sftp: 6,
  chat_campaign: 9,
});
export const filterJoin = codes({ and: 1, or: 2 });
export const filterOperator = codes({
  equal: 1,
  not_equal: 2,
  contain: 3,
  not_contain: 4,
  less_than: 5,
  greater_than: 6,
});

export const outboundMessageStatus = codes({ pending: 1, queued: 2, succeeded: 3, failed: 4 });
export const spamCategory = codes({ uncategorized: 0, safe: 1, spam: 2, error: 3 });

/** The API does not name the types in between. */
export const facilityType = codes({ hospital: 1, behavioral_health: 12, provider_office: 20 });
export const facilityIdentifierTypes = { first: 1, last: 9 } as const;

export const logoutReason = codes({ inactive: 1, session: 2 });
export const contentState = codes({ draft: 10, published: 20, inactive: 30 });

export const chatStepType = codes({
  read_only: 1,
  verify_patient: 2,
  options: 3,
  free_text: 4,
  dropdown: 5,
  completed: 6,
  conditional: 7,
  multi_select: 8,
});
export const chatSessionStatus = codes({
  unknown: 0,
  invited: 10,
  ignored: 20,
  in_progress: 30,
  completed: 40,
  abandoned: 50,
});

/** Users that are not people. Contracts only accept positive ids, so these never leave the server. */
export const systemUser = codes({
  patient_user: -1,
  hl7_user: -2,
  service_user: -3,
  workflow_user: -4,
  geocode: -100,
});

/** Settings and features of a client by their specified numbers (docs/domain/permissions.md). */
export const clientConfigurationKey = codes({
  twoFactorAuthentication: 44,
  passwordExpirationDays: 50,
  daysUntilInactive: 60,
  canManageReferrals: 289,
});
