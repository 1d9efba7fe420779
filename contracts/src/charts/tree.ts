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
  unsupportedView: 'Unsupported view mode.',
} as const;

export const chartAppointment = z.object({
  patientAppointmentId: id,
  appointmentTime: timestamp,
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
  'month',
  'appointments',
  'referrals',
  'labs',
  'lab',
  'documentType',
] as const;

const visit = z.object({
  accountNumber: z.string().nullable(),
  /** Of the earliest encounter. */
  encounterDate: timestamp,
  /** Of the encounter that ended last; null where none says. */
  dischargeDate: timestamp.nullable(),
  encounterType: z.string(),
  facilityName: z.string().nullable(),
});
export type ChartVisit = z.infer<typeof visit>;

const parent = z.object({
  /** Unique in its view. */
  key: z.string(),
  kind: z.enum(groupKinds),
  /** Empty where the kind, the visit or the month says it all. */
  label: z.string(),
  visit: visit.nullable(),
  /** 2026-07 */
  month: z.string().nullable(),
  /** Keys of its charts, as `chartKeyOf` makes them, newest first. */
  charts: z.array(z.templateLiteral([z.number(), ':', z.number()])),
});
export const chartGroup = parent.extend({ groups: z.array(parent) });
export type ChartGroup = z.infer<typeof chartGroup>;

/** Each view's parents from top to bottom. */
export const chartGroupings = z.object({
  visit: z.array(chartGroup),
  date: z.array(chartGroup),
  chartType: z.array(chartGroup),
});
export type ChartGroupings = z.infer<typeof chartGroupings>;
