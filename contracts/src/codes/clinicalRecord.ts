// Coded values of the clinical record, as they are stored (docs/domain/clinical-record.md).

export const medicationStatusLabels = {
  active: 'Active',
  on_hold: 'On hold',
  completed: 'Completed',
  stopped: 'Stopped',
  not_taken: 'Not taken',
  draft: 'Draft',
  unknown: 'Not stated',
} as const;
export type MedicationStatus = keyof typeof medicationStatusLabels;
/** The patient is said to take it, also while it is paused. */
export const currentMedicationStatuses = ['active', 'on_hold'] as const satisfies MedicationStatus[];
export const endedMedicationStatuses = ['completed', 'stopped', 'not_taken'] as const satisfies MedicationStatus[];

export const medicationKindLabels = { order: 'Ordered', statement: 'Reported' } as const;

export const allergyStatusLabels = {
  active: 'Active',
  inactive: 'Inactive',
  resolved: 'Resolved',
  unknown: 'Not stated',
} as const;
export const allergyKindLabels = { allergy: 'Allergy', intolerance: 'Intolerance' } as const;
export const allergyCategoryLabels = {
  food: 'Food',
  medication: 'Medication',
  environment: 'Environment',
  biologic: 'Biologic',
} as const;
export const allergyVerificationLabels = {
  unconfirmed: 'Unconfirmed',
  presumed: 'Presumed',
  confirmed: 'Confirmed',
  refuted: 'Refuted',
} as const;
export const criticalityLabels = { low: 'Low risk', high: 'High risk', unable_to_assess: 'Risk not assessed' } as const;
export const severityLabels = { mild: 'Mild', moderate: 'Moderate', severe: 'Severe' } as const;

export const resultCategoryLabels = {
  laboratory: 'Laboratory',
  vital_signs: 'Vital signs',
  social_history: 'Social history',
  imaging: 'Imaging',
  survey: 'Survey',
  exam: 'Exam',
  other: 'Other',
} as const;
export const resultFlagLabels = {
  low: 'Low',
  high: 'High',
  critical_low: 'Critical low',
  critical_high: 'Critical high',
  abnormal: 'Abnormal',
  critical: 'Critical',
  normal: 'Normal',
} as const;
export type ResultFlag = keyof typeof resultFlagLabels;
export const resultStatusLabels = {
  registered: 'Registered',
  preliminary: 'Preliminary',
  final: 'Final',
  corrected: 'Corrected',
  cancelled: 'Canceled',
  unknown: 'Not stated',
} as const;

export const immunizationStatusLabels = { completed: 'Given', not_done: 'Not given', unknown: 'Not stated' } as const;
export const procedureStatusLabels = {
  planned: 'Planned',
  in_progress: 'In progress',
  on_hold: 'On hold',
  stopped: 'Stopped',
  completed: 'Completed',
  not_done: 'Not done',
  unknown: 'Not stated',
} as const;
export const planKindLabels = { care_plan: 'Care plan', goal: 'Goal' } as const;
export const planStatusLabels = {
  draft: 'Draft',
  active: 'Active',
  on_hold: 'On hold',
  completed: 'Completed',
  stopped: 'Stopped',
  rejected: 'Rejected',
  unknown: 'Not stated',
} as const;
export const backgroundKindLabels = { family: 'Family history', device: 'Device' } as const;

/** The names of a table of labels, for a schema. */
export const namesOf = <Table extends Record<string, string>>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];
