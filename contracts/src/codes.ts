// Coded values of the domain: names inside the product, numbers only in API inputs and outputs.

import { codes } from './codeTable.ts';

/** Referral status. Overdue is derived, never stored (docs/domain/referrals.md). */
export const referralStatus = codes({
  unknown: 0,
  pending: 1,
  accepted: 2,
  declined: 3,
  scheduled: 4,
  overdue: 5,
  cancelled: 6,
  completed: 7,
});
export const referralStatuses = ['pending', 'accepted', 'scheduled', 'completed', 'declined', 'cancelled'] as const;
export type ReferralStatus = (typeof referralStatuses)[number];
/** Statuses in which action is still required. */
export const openReferralStatuses = ['pending', 'accepted', 'scheduled'] as const;
/** Statuses in which the due time applies: until an appointment is made. */
export const dueReferralStatuses = ['pending', 'accepted'] as const;

/** Statuses of a declined or withdrawn referral; it is over for its receiver. */
export const voidReferralStatuses = ['declined', 'cancelled'] as const;

export const referralStatusLabels = {
  pending: 'Pending',
  accepted: 'Accepted',
  declined: 'Declined',
  scheduled: 'Scheduled',
  overdue: 'Overdue',
  cancelled: 'Canceled',
  completed: 'Completed',
} as const;

/** Appointment status (docs/domain/referrals.md). */
export const appointmentStatus = codes({
  none: 0,
  pending: 1,
  pending_no_answer: 2,
  completed: 10,
  no_show: 20,
  canceled: 30,
  canceled_and_rescheduled: 40,
});
export const appointmentStatuses = [
  'pending',
  'pending_no_answer',
  'completed',
  'no_show',
  'canceled',
  'canceled_and_rescheduled',
] as const;
export type AppointmentStatus = (typeof appointmentStatuses)[number];
/** Statuses of an appointment that has not taken place yet. */
export const currentAppointmentStatuses = ['pending', 'pending_no_answer'] as const;
export const appointmentStatusLabels: Record<AppointmentStatus, string> = {
  pending: 'Pending',
  pending_no_answer: 'Pending No Answer',
  completed: 'Completed',
  no_show: 'No Show',
  canceled: 'Canceled',
  canceled_and_rescheduled: 'Canceled and Rescheduled',
};

export const declineReason = codes({
  other: 0,
  availability: 1,
  unable_to_reach_patient: 2,
  insurance_acceptance: 3,
  patient_declined: 4,
});
export type DeclineReason = keyof typeof declineReason.table;
export const declineReasonLabels: Record<DeclineReason, string> = {
  availability: 'Availability',
  unable_to_reach_patient: 'Unable to reach patient',
  insurance_acceptance: 'Insurance acceptance',
  patient_declined: 'Patient declined',
  other: 'Other',
};

export const notPreferredReason = codes({
  established_physician: 1,
  patient_preference: 2,
  physician_directed: 3,
});
export type NotPreferredReason = keyof typeof notPreferredReason.table;
export const notPreferredReasonLabels: Record<NotPreferredReason, string> = {
  established_physician: 'Established Physician',
  patient_preference: 'Patient Preference',
  physician_directed: 'Physician Directed',
};

export const chartAssociationType = codes({
  demographic: 1,
  appointment: 2,
  document: 3,
  referral: 4,
  summary_of_care: 5,
});

export const careTeamMemberStatus = codes({
  none: 0,
  invited: 1,
  accepted: 3,
  declined: 4,
  removed: 5,
  inactive: 6,
  /** Our own number, not defined by the API: a withdrawn invitation, `inviteStatus` cancelled. */
  cancelled: 7,
});
export type CareTeamMemberStatus = keyof typeof careTeamMemberStatus.table;
/** Statuses shown on a care team: members, invited people, and inactive members. */
export const shownMemberStatuses = ['accepted', 'invited', 'inactive'] as const;

/** Clinical status of a condition (FHIR codes). */
export const conditionStatuses = ['active', 'recurrence', 'relapse', 'inactive', 'remission', 'resolved'] as const;
/** Clinical statuses of a current condition. */
export const currentConditionStatuses = ['active', 'recurrence', 'relapse'] as const;

export const encounterType = codes({
  none: 0,
  inpatient: 1,
  emergency: 2,
  outpatient: 3,
  urgent_care: 4,
  ancillary: 5,
  surgery: 6,
  observation: 7,
  pre_admission: 8,
  intake: 9,
  preventive_coordination: 10,
  appointment_coordination: 11,
  miscellaneous_coordination: 12,
  care_correspondence: 13,
  post_acute: 14,
  ambulance: 15,
  office_visit: 20,
  unknown: 99,
});
export type EncounterType = keyof typeof encounterType.table;
export const encounterTypeLabels: Record<EncounterType, string> = {
  none: 'None',
  inpatient: 'Inpatient',
  emergency: 'Emergency',
  outpatient: 'Outpatient',
  urgent_care: 'Urgent care',
  ancillary: 'Ancillary',
  surgery: 'Surgery',
  observation: 'Observation',
  pre_admission: 'Pre-admission',
  intake: 'Intake',
  preventive_coordination: 'Preventive coordination',
  appointment_coordination: 'Appointment coordination',
  miscellaneous_coordination: 'Miscellaneous coordination',
  care_correspondence: 'Care correspondence',
  post_acute: 'Post-acute',
  ambulance: 'Ambulance',
  office_visit: 'Office visit',
  unknown: 'Unknown',
};

/** Urgency choices of a referral, in days (docs/domain/referrals.md). */
export const urgencies = [
  { days: 30, label: 'Routine', detail: '30 days', showAlert: false },
  { days: 7, label: 'Urgent', detail: '7 days', showAlert: false },
  { days: 1, label: 'STAT', detail: '24 hours', showAlert: true },
] as const;
export const urgencyAlert = 'Please call referred to office directly!';

/** Label of an urgency; the number of days if it is not one of the choices. */
export function urgencyLabel(days: number): string {
  return urgencies.find((urgency) => urgency.days === days)?.label ?? `${days} days`;
}

/** Work queues by their type, which is also their id. */
export const WorkQueue = {
  referralNeedsPhysicianSelection: 20,
  referralsDeclined: 21,
  referralToProcess: 22,
  referralExceptions: 25,
  careCoordinatorRequest: 60,
} as const;
/** Filter of a work queue: open, completed, all. */
export const WorkQueueStatus = { open: 1, completed: 2, all: 3 } as const;
export const workQueueItemStatuses = ['open', 'completed'] as const;
export const Direction = { incoming: 1, outgoing: 2, all: 3 } as const;

/** Documents of the site itself (docs/domain/site-info.md). */
export const siteDocumentType = codes({ release_note: 1, privacy_policy: 2, terms_of_use: 3 });
export type SiteDocumentType = keyof typeof siteDocumentType.table;
export const siteDocumentTypes = ['release_note', 'privacy_policy', 'terms_of_use'] as const;
export const siteDocumentTypeLabels: Record<SiteDocumentType, string> = {
  release_note: 'Release notes',
  privacy_policy: 'Privacy policy',
  terms_of_use: 'Terms of use',
};

/** Severity of the site alert (docs/domain/site-info.md). */
export const severity = codes({ none: 0, severe: 1, medium: 2, low: 3 });
export const severities = ['severe', 'medium', 'low'] as const;
export type Severity = (typeof severities)[number];
export const severityLabels: Record<Severity, string> = { severe: 'Severe', medium: 'Medium', low: 'Low' };

/** Impact of a support request on the user's work (docs/domain/support.md). */
export const impactLevel = codes({ low: 0, medium: 1, high: 2 });
export const impactLevels = ['low', 'medium', 'high'] as const;
export type ImpactLevel = (typeof impactLevels)[number];
export const impactLevelLabels: Record<ImpactLevel, string> = { low: 'Low', medium: 'Medium', high: 'High' };

/** Priority of a message (docs/domain/messages.md). */
export const messagePriority = codes({ none: 0, normal: 1, urgent: 4 });

export const genderLabels = { male: 'Male', female: 'Female', unknown: 'Unknown' } as const;
export const userTypeLabels = {
  provider: 'Provider',
  office_user: 'Office User',
  office_administrator: 'Office Administrator',
  care_coordinator: 'Care Coordinator',
  system_administrator: 'System Administrator',
} as const;
export type UserType = keyof typeof userTypeLabels;
/** Numbers of the built-in user types; further types of a client have higher ones. */
export const userTypeIds = {
  provider: 1,
  office_user: 2,
  office_administrator: 3,
  care_coordinator: 4,
  system_administrator: 5,
} as const satisfies Record<UserType, number>;

/** Formats of documents, and in which they can be shown (docs/domain/charts.md). */
export const documentFormat = codes({
  text: 1,
  hl7: 2,
  dicom: 3,
  xml: 4,
  rtf: 5,
  xhtml: 6,
  html: 7,
  pdf: 8,
  image: 9,
  document_page: 10,
});
export type DocumentFormat = keyof typeof documentFormat.table;

/** Kind of identity provider for single sign-on (docs/domain/session.md). */
const loginIdentityType = codes({
  azure_ad: 1,
  athena_username: 2,
  google: 3,
  microsoft: 4,
  openid_connect: 5,
});
export type LoginIdentityType = keyof typeof loginIdentityType.table;
export const loginIdentityTypes = Object.keys(loginIdentityType.table) as [LoginIdentityType, ...LoginIdentityType[]];

/** Visual tone of a status. */
export const statusTone = codes({ none: 0, neutral: 1, success: 2, danger: 3, inactive: 4, warning: 5 });

/** Time zones. */
export const timeZone = codes({
  alaskan: 1,
  central: 2,
  eastern: 3,
  hawaiian: 4,
  mountain: 5,
  usMountain: 6,
  pacific: 7,
});
export type TimeZone = keyof typeof timeZone.table;

/** IANA names of the time zones. US Mountain is Arizona's, which has no daylight saving time. */
export const timeZoneNames: Record<TimeZone, string> = {
  alaskan: 'America/Anchorage',
  central: 'America/Chicago',
  eastern: 'America/New_York',
  hawaiian: 'Pacific/Honolulu',
  mountain: 'America/Denver',
  usMountain: 'America/Phoenix',
  pacific: 'America/Los_Angeles',
};

const timeZonesByCharacter: Readonly<Record<string, TimeZone>> = {
  A: 'alaskan',
  C: 'central',
  E: 'eastern',
  H: 'hawaiian',
  M: 'mountain',
  P: 'pacific',
};

/**
 * The time zone for a one-character code in a record, such as E for Eastern; null if it is not supported.
 * @param warn called for an unsupported character
 */
export function timeZoneOfCharacter(character: string, warn: (message: string) => void): TimeZone | null {
  const zone = timeZonesByCharacter[character.toUpperCase()];
  if (zone === undefined) warn(`Unsupported time-zone character: ${character}`);
  return zone ?? null;
}
