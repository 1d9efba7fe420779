/** A table with rows about a patient, and how a merge handles it. */
export interface PatientTable {
  table: string;
  idColumn: string;
  /** Defaults to `patient_id`. */
  patientColumn?: string;
  /** Columns that are unique per patient: a moving row that conflicts with one of the survivor's must give way. */
  once?: readonly string[];
  /** How a conflicting row gives way; rows of a table without `once` are simply moved. */
  givesWay?: 'removed' | 'renamed';
  /** Columns that an undo restores in addition to the patient. */
  restored?: readonly string[];
  /** Singular and plural, for the message why a merge cannot be undone; without it, new rows do not prevent an undo. */
  words?: readonly [string, string];
  /** Columns whose change does not prevent an undo. */
  ignored?: readonly string[];
}

const imported = {
  once: ['source_system', 'source_id'],
  givesWay: 'renamed',
  restored: ['source_id'],
} as const;

/**
 * Every table that refers to a patient and is moved by a merge. A row that the merge had to change or remove is stored in
 * patient_merge_row. duplicates.test.ts compares this list with the database, so that no new table is forgotten.
 */
export const patientTables: readonly PatientTable[] = [
  {
    table: 'patient_identifier',
    idColumn: 'patient_identifier_id',
    once: ['client_id', 'system', 'value'],
    givesWay: 'removed',
    words: ['identifier', 'identifiers'],
  },
  { table: 'patient_coverage', idColumn: 'patient_coverage_id', ...imported, words: ['coverage', 'coverages'] },
  { table: 'patient_encounter', idColumn: 'patient_encounter_id', ...imported, words: ['encounter', 'encounters'] },
  { table: 'patient_condition', idColumn: 'patient_condition_id', ...imported, words: ['condition', 'conditions'] },
  { table: 'patient_medication', idColumn: 'patient_medication_id', ...imported, words: ['medication', 'medications'] },
  { table: 'patient_allergy', idColumn: 'patient_allergy_id', ...imported, words: ['allergy', 'allergies'] },
  { table: 'patient_result', idColumn: 'patient_result_id', ...imported, words: ['result', 'results'] },
  {
    table: 'patient_immunization',
    idColumn: 'patient_immunization_id',
    ...imported,
    words: ['immunization', 'immunizations'],
  },
  { table: 'patient_procedure', idColumn: 'patient_procedure_id', ...imported, words: ['procedure', 'procedures'] },
  { table: 'patient_plan', idColumn: 'patient_plan_id', ...imported, words: ['plan', 'plans'] },
  {
    table: 'patient_background',
    idColumn: 'patient_background_id',
    ...imported,
    words: ['entry of the history', 'entries of the history'],
  },
  { table: 'patient_document', idColumn: 'patient_document_id', ...imported, words: ['document', 'documents'] },
  {
    table: 'patient_appointment',
    idColumn: 'patient_appointment_id',
    ...imported,
    words: ['appointment', 'appointments'],
  },
  { table: 'record_care_team', idColumn: 'record_care_team_id', ...imported },
  {
    table: 'withdrawn_record',
    idColumn: 'withdrawn_record_id',
    once: ['table_name', 'source_system', 'source_id'],
    givesWay: 'removed',
  },
  {
    table: 'referral',
    idColumn: 'referral_id',
    // Copies of provider data, and read state.
    ignored: ['search_specialty_id', 'is_answer_unread'],
    words: ['referral', 'referrals'],
  },
  {
    table: 'consultation',
    idColumn: 'consultation_id',
    ignored: ['is_answer_unread'],
    words: ['consultation', 'consultations'],
  },
  {
    table: 'work_queue_encounter',
    idColumn: 'work_queue_encounter_id',
    words: ['queue item', 'queue items'],
  },
  { table: 'task', idColumn: 'task_id', ...imported, words: ['task', 'tasks'] },
  { table: 'delivery', idColumn: 'delivery_id' },
  { table: 'sms_reply', idColumn: 'sms_reply_id' },
  { table: 'emr_pull', idColumn: 'emr_pull_id' },
  { table: 'import_finding', idColumn: 'import_finding_id' },
  {
    table: 'import_not_kept',
    idColumn: 'import_not_kept_id',
    once: ['sender', 'kind', 'import_run_id'],
    givesWay: 'removed',
  },
  {
    table: 'care_team_member',
    idColumn: 'care_team_member_id',
    once: ['user_id'],
    givesWay: 'removed',
    restored: [
      'status',
      'relationship_type',
      'is_pcp',
      'was_pcp',
      'reason',
      'invitation_text',
      'status_changed_at',
      'joined_by_referral_id',
      'joined_by_consultation_id',
      'accepted_through',
    ],
    words: ['care team member', 'care team members'],
    ignored: ['patient_last_first', 'patient_first_last'],
  },
  {
    table: 'conversation',
    idColumn: 'conversation_id',
    restored: ['last_sequence', 'last_message_at'],
    words: ['conversation', 'conversations'],
  },
  {
    table: 'access_request',
    idColumn: 'access_request_id',
    once: ['user_id', 'status'],
    givesWay: 'removed',
  },
  { table: 'message_draft', idColumn: 'message_draft_id' },
  {
    table: 'referral_draft',
    idColumn: 'referral_draft_id',
    once: ['user_id', 'member_user_id'],
    givesWay: 'removed',
  },
  {
    table: 'patient_difference',
    idColumn: 'patient_difference_id',
    once: ['field'],
    givesWay: 'removed',
  },
  { table: 'patient_guarantor', idColumn: 'patient_guarantor_id', once: [], givesWay: 'removed' },
  { table: 'patient_change', idColumn: 'patient_change_id' },
  {
    table: 'patient_favorite',
    idColumn: 'patient_favorite_id',
    once: ['user_id'],
    givesWay: 'removed',
  },
  {
    table: 'population_patient',
    idColumn: 'population_patient_id',
    once: ['population_id'],
    givesWay: 'removed',
  },
  {
    table: 'source_key',
    idColumn: 'source_key_id',
    patientColumn: 'row_id',
    words: ['imported record', 'imported records'],
    ignored: ['source_digest', 'source_updated_at'],
  },
  { table: 'patient', idColumn: 'patient_id', patientColumn: 'merged_into_patient_id' },
];

/** Tables that refer to a patient and are not changed, with the reason. */
export const stayingTables: Readonly<Record<string, string>> = {
  audit_event: 'Append-only: it says whose record was open at the time.',
  audit_patient: 'Append-only: it says in which events the record was seen.',
  break_glass_access: 'A window was granted for one record; it does not open what the other one held.',
  conversation_member: 'Follows its conversation.',
  patient_addition: 'Says who added the record itself.',
  patient_duplicate: 'Has two patients; see repointPairs().',
  patient_merge: 'Tells of the merge itself.',
  patient_surname_part: 'Follows the name of the record itself.',
};

/**
 * Tables that refer to a patient without the trigger zz_patient_not_merged, which refuses rows of a record that was merged
 * meanwhile.
 */
export const unguardedTables: Readonly<Record<string, string>> = {
  patient: 'Refers to the survivor, which the merge has locked.',
  patient_addition: 'Written together with the record itself.',
  patient_merge: 'Tells of the merge itself.',
  patient_surname_part: 'Follows the name of the record itself.',
};
