import {
  groupingsOf,
  type ReportBehind,
  type ReportGrouping,
  type ReportName,
  type ReportRow,
} from '@careloop/contracts/reports';
import { formatNumber } from '../../ui/numbers.ts';

export const reportLabels: Record<ReportName, string> = {
  referrals: 'Volume and turnaround',
  leakage: 'Overdue and leakage',
  declines: 'Decline reasons',
  consultations: 'Consultation answers',
  queues: 'Work queues',
  messages: 'Messages answered',
  work: 'Work per user',
};

export const groupLabels: Record<ReportGrouping, string> = {
  specialty: 'Specialty',
  provider: 'Provider',
  facility: 'Facility',
  urgency: 'Urgency',
  type: 'Referral type',
  selection: 'Provider selection reason',
  answer: 'Answer',
};

/** Grouping of a report: that of the address if the report supports it, else its default. */
export function groupingOf(report: ReportName, wanted: ReportGrouping | undefined): ReportGrouping | undefined {
  const groupings = groupingsOf[report];
  return groupings?.find((one) => one === wanted) ?? groupings?.[0];
}

export interface ReportNumber {
  name: string;
  label: string;
  /** Hours instead of a count; numbers with the same name are given in one unit. */
  duration?: string;
}

const times = (name: string, label: string): ReportNumber[] => [
  { name: `${name}Median`, label: `${label}, median`, duration: name },
  { name: `${name}P90`, label: `${label}, 90th percentile`, duration: name },
];

interface ReportWords {
  /** Heading of the first column; null uses the grouping. */
  row: string | null;
  numbers: readonly ReportNumber[];
  /** Numbers shown in the chart. */
  pictured: readonly string[];
  /** Whether each thing is counted in at most one of these numbers, so that their bars are stacked. */
  isStacked?: true;
}

export const reportWords: Record<ReportName, ReportWords> = {
  referrals: {
    row: null,
    numbers: [
      { name: 'sent', label: 'Sent' },
      { name: 'answered', label: 'Answered' },
      ...times('answer', 'To first answer'),
      ...times('appointment', 'To appointment'),
      ...times('close', 'To close'),
    ],
    pictured: ['sent', 'answered'],
  },
  leakage: {
    row: null,
    numbers: [
      { name: 'sent', label: 'Sent' },
      { name: 'overdue', label: 'Overdue' },
      { name: 'outOfNetwork', label: 'Out of network' },
      { name: 'notPreferred', label: 'Not preferred' },
      { name: 'establishedPhysician', label: 'Established physician' },
      { name: 'patientPreference', label: 'Patient preference' },
      { name: 'physicianDirected', label: 'Physician directed' },
    ],
    pictured: ['overdue', 'outOfNetwork', 'notPreferred'],
  },
  declines: {
    row: 'Reason',
    numbers: [{ name: 'declined', label: 'Declined' }, ...times('answer', 'To answer')],
    pictured: ['declined'],
  },
  consultations: {
    row: null,
    numbers: [
      { name: 'sent', label: 'Sent' },
      { name: 'answered', label: 'Answered' },
      { name: 'accepted', label: 'Accepted' },
      { name: 'acceptedWithChange', label: 'Accepted with changes' },
      { name: 'declined', label: 'Declined' },
      { name: 'waiting', label: 'Waiting' },
      ...times('answer', 'To first answer'),
      ...times('decision', 'To decision'),
    ],
    pictured: ['accepted', 'acceptedWithChange', 'declined', 'waiting'],
    isStacked: true,
  },
  queues: {
    row: 'Queue',
    numbers: [
      { name: 'entered', label: 'Entered' },
      { name: 'completed', label: 'Completed' },
      { name: 'open', label: 'Still open' },
      ...times('wait', 'To completion'),
      { name: 'openAgeMedian', label: 'Age of open items, median', duration: 'openAge' },
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
    isStacked: true,
  },
};

type DurationUnit = 'min' | 'h' | 'days';

/** One unit for durations that are compared: that of the longest one. */
export function unitFor(hours: readonly (number | null | undefined)[]): DurationUnit {
  const longest = Math.max(0, ...hours.map((one) => one ?? 0));
  if (longest < 1) return 'min';
  return longest < 48 ? 'h' : 'days';
}

/** 45 min, 3.5 h, 2.0 days; a dash if there is nothing to measure. */
export function hoursInWords(hours: number | null | undefined, unit: DurationUnit): string {
  if (hours === null || hours === undefined) return '–';
  if (unit === 'min') return `${Math.round(hours * 60)} min`;
  const amount = unit === 'h' ? hours : hours / 24;
  return amount > 0 && amount < 0.05 ? `< 0.1 ${unit}` : `${amount.toFixed(1)} ${unit}`;
}

type Values = ReportRow['values'];

/** Display text of the numbers of these rows. */
export function numbersInWords(
  numbers: readonly ReportNumber[],
  rows: readonly Values[],
): (values: Values, number: ReportNumber) => string {
  const units = new Map<string | undefined, DurationUnit>();
  for (const { duration } of numbers) {
    const compared = numbers.filter((one) => one.duration === duration);
    units.set(duration, unitFor(compared.flatMap(({ name }) => rows.map((row) => row[name]))));
  }
  return (values, { name, duration }) =>
    duration === undefined ? formatNumber(values[name] ?? 0) : hoursInWords(values[name], units.get(duration) ?? 'h');
}

interface BehindWords {
  /** Title of the list. */
  title: string;
  about: string;
  at: string;
  hours: string;
}

/** Headings of the rows behind a number. */
export const behindWords: Record<ReportName, BehindWords> = {
  referrals: { title: 'Referrals', about: 'To', at: 'Sent', hours: 'Took' },
  leakage: { title: 'Referrals', about: 'To', at: 'Sent', hours: 'To first answer' },
  declines: { title: 'Referrals', about: 'To', at: 'Sent', hours: 'To first answer' },
  consultations: { title: 'Consultations', about: 'To', at: 'Sent', hours: 'Took' },
  queues: { title: 'Queue items', about: 'Queue', at: 'Entered', hours: 'Time in queue' },
  messages: { title: 'Messages', about: 'About', at: 'Answered', hours: 'Took' },
  work: { title: 'Work', about: 'About', at: 'Done', hours: 'Took' },
};

export const subjectLabels: Record<ReportBehind['subject'], string> = {
  referral: 'Referral',
  consultation: 'Consultation',
  queueItem: 'Queue item',
  task: 'Task',
  message: 'Message',
};
