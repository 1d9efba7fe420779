import { z } from 'zod';
import { id, timestamp } from '../fields.ts';

// The tree of a patient's charts (docs/domain/charts.md).

/** How the tree is grouped. */
export const chartViewModes = ['visit', 'date', 'chartType'] as const;
export type ChartViewMode = (typeof chartViewModes)[number];
export const chartViewLabels: Record<ChartViewMode, string> = {
  visit: 'Visit',
  date: 'Date',
  chartType: 'Chart Type',
};

export const chartTreeTexts = {
  patient: 'Patient',
  demographics: 'Demographics',
  summaryOfCare: 'Summary of Care',
  appointments: 'Appointments',
  referrals: 'Referrals',
  labs: 'Labs',
  unspecifiedLab: 'Unspecified',
  noVisit: 'No visit',
  noDate: 'Date not stated',
  unsupportedView: 'Unsupported view mode.',
} as const;

export const chartAppointment = z.object({
  patientAppointmentId: id,
  appointmentTime: timestamp,
  /** In which the time was stated: an IANA name or an offset; null if it is not known. */
  timeZone: z.string().nullable(),
  dateCreated: timestamp,
  description: z.string().nullable(),
  status: z.string(),
  providerName: z.string().nullable(),
  patientEncounterId: id.nullable(),
});
export type ChartAppointment = z.infer<typeof chartAppointment>;

export const chartReferral = z.object({
  referralId: id,
  dateCreated: timestamp,
  status: z.string(),
  referralReason: z.string(),
  referredToName: z.string().nullable(),
  specialtyName: z.string().nullable(),
  patientEncounterId: id.nullable(),
});
export type ChartReferral = z.infer<typeof chartReferral>;

const groupKinds = [
  'patient',
  'visit',
  'noVisit',
  'noDate',
  'month',
  'appointments',
  'referrals',
  'labs',
  'lab',
  'documentType',
] as const;

const visit = z.object({
  accountNumber: z.string().nullable(),
  /** Date of the earliest encounter. */
  encounterDate: timestamp,
  /** Discharge date of the encounter that ended last; null if unknown. */
  dischargeDate: timestamp.nullable(),
  /** In which the date of the earliest encounter was stated: an IANA name or an offset; null if it is not known. */
  timeZone: z.string().nullable(),
  encounterType: z.string(),
  facilityName: z.string().nullable(),
});
export type ChartVisit = z.infer<typeof visit>;

const parent = z.object({
  /** Unique within the view. */
  key: z.string(),
  kind: z.enum(groupKinds),
  /** Empty if the kind, visit or month is sufficient. */
  label: z.string(),
  visit: visit.nullable(),
  /** 2026-07 */
  month: z.string().nullable(),
  /** Keys of its charts (see `chartKeyOf`), newest first. */
  charts: z.array(z.templateLiteral([z.number(), ':', z.number()])),
});
const chartGroup = parent.extend({ groups: z.array(parent) });
export type ChartGroup = z.infer<typeof chartGroup>;

/** The groups of each view, from top to bottom. */
export const chartGroupings = z.object({
  visit: z.array(chartGroup),
  date: z.array(chartGroup),
  chartType: z.array(chartGroup),
});
export type ChartGroupings = z.infer<typeof chartGroupings>;
