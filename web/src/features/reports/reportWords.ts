import type { ReferralMeasure, ReportGrouping, ReportName } from '@careloop/contracts/reports';

export const reportLabels: Record<ReportName, string> = {
  referrals: 'Volume and turnaround',
  leakage: 'Overdue and leakage',
  declines: 'Decline reasons',
  queues: 'Work queues',
  messages: 'Messages answered',
  work: 'Work per user',
};

export const groupLabels: Record<ReportGrouping, string> = {
  specialty: 'Specialty',
  provider: 'Provider',
  facility: 'Facility',
  urgency: 'Urgency',
};

export interface ReportNumber {
  name: string;
  label: string;
  /** A time in hours instead of a count. */
  isHours?: true;
  /** The referrals that it counts can be listed. */
  measure?: ReferralMeasure;
}

const times = (name: string, label: string): ReportNumber[] => [
  { name: `${name}Median`, label: `${label}, median`, isHours: true },
  { name: `${name}P90`, label: `${label}, 90th percentile`, isHours: true },
];

interface ReportWords {
  /** Heading of the first column; null where it is what the rows are grouped by. */
  row: string | null;
  numbers: readonly ReportNumber[];
  /** What the picture shows. */
  pictured: readonly string[];
}

export const reportWords: Record<ReportName, ReportWords> = {
  referrals: {
    row: null,
    numbers: [
      { name: 'sent', label: 'Sent', measure: 'sent' },
      { name: 'answered', label: 'Answered', measure: 'answered' },
      ...times('answer', 'To first answer'),
      ...times('appointment', 'To appointment'),
      ...times('close', 'To close'),
    ],
    pictured: ['sent', 'answered'],
  },
  leakage: {
    row: null,
    numbers: [
      { name: 'sent', label: 'Sent', measure: 'sent' },
      { name: 'overdue', label: 'Overdue', measure: 'overdue' },
      { name: 'outOfNetwork', label: 'Out of network', measure: 'outOfNetwork' },
      { name: 'notPreferred', label: 'Not preferred', measure: 'notPreferred' },
      { name: 'establishedPhysician', label: 'Established physician' },
      { name: 'patientPreference', label: 'Patient preference' },
      { name: 'physicianDirected', label: 'Physician directed' },
    ],
    pictured: ['overdue', 'outOfNetwork', 'notPreferred'],
  },
  declines: {
    row: 'Reason',
    numbers: [{ name: 'declined', label: 'Declined', measure: 'declined' }, ...times('answer', 'To answer')],
    pictured: ['declined'],
  },
  queues: {
    row: 'Queue',
    numbers: [
      { name: 'entered', label: 'Entered' },
      { name: 'completed', label: 'Completed' },
      { name: 'open', label: 'Still open' },
      ...times('wait', 'To completion'),
      { name: 'openAgeMedian', label: 'Age of open items, median', isHours: true },
    ],
    pictured: ['entered', 'completed'],
  },
  messages: {
    row: 'User',
    numbers: [{ name: 'answered', label: 'Answered' }, ...times('answer', 'To answer')],
    pictured: ['answered'],
  },
  work: {
    row: 'User',
    numbers: [
      { name: 'referralsAnswered', label: 'Referrals answered' },
      { name: 'itemsCompleted', label: 'Queue items completed' },
      { name: 'tasksCompleted', label: 'Tasks completed' },
      { name: 'messagesAnswered', label: 'Messages answered' },
    ],
    pictured: ['referralsAnswered', 'itemsCompleted', 'tasksCompleted', 'messagesAnswered'],
  },
};

/** 45 min, 3.5 h, 2.1 days; a dash where there is nothing to measure. */
export function hoursInWords(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return `${Math.round(hours * 60)} min`;
  return hours < 48 ? `${Math.round(hours * 10) / 10} h` : `${Math.round((hours / 24) * 10) / 10} days`;
}

export function numberInWords(value: number | null | undefined, { isHours }: ReportNumber): string {
  if (isHours) return hoursInWords(value ?? null);
  return String(value ?? 0);
}
