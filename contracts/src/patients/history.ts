import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';

// Change history of a patient's data in the product.

export const editTexts = {
  readOnly: 'You opened this record in an emergency, so you can only read it.',
} as const;

export const changeSubjects = [
  'demography',
  'guarantor',
  'insurance',
  'encounter',
  'medication',
  'allergy',
  'condition',
  'result',
  'immunization',
  'procedure',
  'plan',
  'background',
] as const;

/** Columns that users change; each has a label in the history. */
export type ChangedColumn =
  // of the patient and the guarantor
  | 'first_name'
  | 'middle_name'
  | 'last_name'
  | 'name_suffix'
  | 'date_of_birth'
  | 'gender'
  | 'is_deceased'
  | 'deceased_on'
  | 'ssn'
  | 'language'
  | 'marital_status'
  | 'cell_phone'
  | 'home_phone'
  | 'office_phone'
  | 'alternate_phone'
  | 'email'
  | 'address1'
  | 'address2'
  | 'city'
  | 'state'
  | 'zipcode'
  | 'caregiver_name'
  | 'next_of_kin_name'
  | 'next_of_kin_relationship'
  | 'next_of_kin_phone'
  | 'pcp_name'
  | 'relationship'
  // of a medication, an allergy or a problem
  | 'description'
  | 'code'
  | 'code_system'
  | 'clinical_status'
  | 'kind'
  | 'dosage'
  | 'route'
  | 'quantity'
  | 'reason'
  | 'status_reason'
  | 'reason_of_change'
  | 'note'
  | 'category'
  | 'criticality'
  | 'severity'
  | 'reactions'
  | 'start_precision'
  | 'end_precision'
  | 'onset_date'
  | 'onset_precision'
  | 'abatement_date'
  | 'abatement_precision'
  | 'stated_date'
  | 'recorded_date'
  | 'is_none_known'
  | 'is_entered_in_error'
  // of a coverage
  | 'payer_name'
  | 'plan_type'
  | 'insurance_plan_id'
  | 'member_id'
  | 'group_number'
  | 'subscriber_name'
  | 'subscriber_relationship'
  | 'start_date'
  | 'end_date'
  | 'status'
  // of an encounter
  | 'encounter_type'
  | 'encounter_date'
  | 'discharge_date'
  | 'admit_reason'
  | 'encounter_detail'
  | 'facility_name'
  | 'account_number'
  | 'mrn'
  | 'room_number'
  | 'esi_level'
  | 'discharge_disposition'
  | 'transferred_from_type'
  | 'transferred_from_facility_name'
  | 'transferred_to_type'
  | 'transferred_to_facility_name';

export const patientChange = z.object({
  patientChangeId: id,
  subject: z.enum(changeSubjects),
  action: z.enum(['created', 'edited', 'removed']),
  /** Changed columns, with old and new value as text. */
  fields: z.array(z.object({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  changedAt: timestamp,
  changedBy: z.string(),
  onBehalfOf: z.string().nullable(),
});
export type PatientChange = z.infer<typeof patientChange>;

export const listPatientChanges = get('/patients/field-history', {
  summary: 'Lists changes of a patient’s data with old and new values, latest first.',
  auditText: 'Changes to the record',
  access: signedIn,
  input: z.object({ patientId: queryId, cursor: z.string().max(400).optional() }),
  output: z.object({ items: z.array(patientChange), nextCursor: z.string().nullable() }),
});
