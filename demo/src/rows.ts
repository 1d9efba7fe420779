import { sql } from 'kysely';

import type { Insertable } from 'kysely';
import type { Db, DB } from '@careloop/server/src/platform/db/client';

/** Tables the demo fills, parents before children, with their id column, if any. */
const tables = {
  client_organization: 'client_organization_id',
  client: 'client_id',
  client_feature: null,
  market: 'market_id',
  facility: 'facility_id',
  user_account: 'user_id',
  user_client: null,
  user_permission: null,
  user_proxy: null,
  notification_setting: null,
  user_enrollment: null,
  address: 'address_id',
  healthcare_organization: 'healthcare_organization_id',
  healthcare_organization_address_info: 'healthcare_organization_address_info_id',
  healthcare_provider: 'healthcare_provider_id',
  healthcare_provider_address_info: 'healthcare_provider_address_info_id',
  insurance_carrier: 'insurance_carrier_id',
  insurance_plan: 'insurance_plan_id',
  healthcare_provider_tag: 'healthcare_provider_tag_id',
  healthcare_provider_tagging: null,
  affiliation_tier: 'affiliation_tier_id',
  healthcare_provider_affiliation: null,
  healthcare_provider_preferred_by: null,
  healthcare_provider_insurance_plan: null,
  healthcare_provider_on_call: 'healthcare_provider_on_call_id',
  patient: 'patient_id',
  patient_identifier: 'patient_identifier_id',
  patient_duplicate: 'patient_duplicate_id',
  patient_coverage: 'patient_coverage_id',
  patient_guarantor: 'patient_guarantor_id',
  patient_encounter: 'patient_encounter_id',
  patient_encounter_provider: null,
  patient_condition: 'patient_condition_id',
  patient_document: 'patient_document_id',
  patient_medication: 'patient_medication_id',
  patient_allergy: 'patient_allergy_id',
  patient_result: 'patient_result_id',
  patient_immunization: 'patient_immunization_id',
  patient_procedure: 'patient_procedure_id',
  patient_plan: 'patient_plan_id',
  record_care_team: 'record_care_team_id',
  record_care_team_provider: null,
  access_request: 'access_request_id',
  break_glass_access: 'break_glass_access_id',
  population: 'population_id',
  population_patient: 'population_patient_id',
  patient_favorite: 'patient_favorite_id',
  saved_view: 'saved_view_id',
  care_team_member: 'care_team_member_id',
  referral: 'referral_id',
  consultation: 'consultation_id',
  consultation_event: 'consultation_event_id',
  referral_event: 'referral_event_id',
  referral_comment: 'referral_comment_id',
  patient_appointment: 'patient_appointment_id',
  work_queue_encounter: 'work_queue_encounter_id',
  work_queue_encounter_access: null,
  referral_reason_template: 'referral_reason_template_id',
  referral_protocol: 'referral_protocol_id',
  task_tag: 'task_tag_id',
  task_template: 'task_template_id',
  task: 'task_id',
  task_event: 'task_event_id',
  delivery: 'delivery_id',
  sent_chart: 'sent_chart_id',
  delivery_attempt: 'delivery_attempt_id',
  sms_reply: 'sms_reply_id',
  conversation: 'conversation_id',
  conversation_member: null,
  message: null,
  user_message: 'user_message_id',
  message_attachment: null,
  canned_reply: 'canned_reply_id',
  audit_event: 'audit_event_id',
} as const satisfies Partial<Record<keyof DB, string | null>>;

type Table = keyof typeof tables;
type NumberedTable = { [Name in Table]: (typeof tables)[Name] extends string ? Name : never }[Table];

/**
 * Collects the rows in memory before they are written. Ids count from 1 in the order of adding, so that the demo has
 * the same ids everywhere.
 */
export class Rows {
  readonly #rows = new Map<Table, object[]>();

  /** Adds a row to a table with an id column and returns its id. */
  add<Name extends NumberedTable>(table: Name, row: Insertable<DB[Name]>): number {
    const rows = this.#of(table);
    const id = rows.length + 1;
    rows.push({ [tables[table]]: id, ...row });
    return id;
  }

  /** Adds a row to a table without an id column. */
  put<Name extends Exclude<Table, NumberedTable>>(table: Name, row: Insertable<DB[Name]>): void {
    this.#of(table).push(row);
  }

  count(table: Table): number {
    return this.#rows.get(table)?.length ?? 0;
  }

  /** Writes all rows, one statement per table. */
  async insert(db: Db): Promise<void> {
    for (const [table, idColumn] of Object.entries(tables) as [Table, string | null][]) {
      const rows = this.#of(table);
      if (rows.length === 0) continue;
      await insertAll(db, table, rows);
      if (idColumn !== null) await passIds(db, table, idColumn, rows.length);
    }
  }

  #of(table: Table): object[] {
    const rows = this.#rows.get(table) ?? [];
    this.#rows.set(table, rows);
    return rows;
  }
}

/** Uses one parameter regardless of the number of rows. Columns that no row sets get the table's default. */
async function insertAll(db: Db, table: Table, rows: object[]): Promise<void> {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const list = sql.join(columns.map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${list})
    select ${list} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})`.execute(db);
}

/** Advances the sequence past the assigned ids, so that the product's next row continues after them. */
async function passIds(db: Db, table: Table, idColumn: string, count: number): Promise<void> {
  await sql`
    select max(nextval(sequence)) from generate_series(1, ${count}::int),
      (select pg_get_serial_sequence(${table}, ${idColumn})::regclass as sequence) as found`.execute(db);
}

/** For rows that may already exist: adds the missing ones and returns the id of each name. */
export async function ensureNamed<Name extends 'document_type' | 'healthcare_provider_specialty' | 'diagnosis_code'>(
  db: Db,
  table: Name,
  names: { name: string; id: string },
  rows: readonly Insertable<DB[Name]>[],
): Promise<Map<string, number>> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)})
    on conflict do nothing`.execute(db);
  const found = await sql<{ id: number; name: string }>`
    select ${sql.ref(names.id)} as id, ${sql.ref(names.name)} as name from ${sql.table(table)}`.execute(db);
  return new Map(found.rows.map(({ id, name }) => [name, id]));
}
