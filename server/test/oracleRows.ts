import { sql } from 'kysely';

import type { Db } from '../src/db/client.ts';

/** A row with the columns that decide who may see it. */
export interface OwnedRow {
  id: number;
  patientId: number;
  clientId: number;
  userId: number;
}

/** Rows read directly from the tables; 0 for columns that a kind does not have. */
export interface OracleRows {
  tasks: (OwnedRow & { openItemId: number })[];
  /** Deliveries by a user: faxes, Direct messages and exports to an EMR. */
  deliveries: OwnedRow[];
  appointments: (OwnedRow & { referralId: number })[];
  /** Frozen with a referral or a consultation. */
  sentCharts: (OwnedRow & { referralId: number; consultationId: number })[];
  records: (OwnedRow & { referralId: number })[];
  referralItems: { id: number; referralId: number }[];
  accessRequests: (OwnedRow & { requestedBy: number })[];
  memberships: OwnedRow[];
  duplicates: OwnedRow[];
  differences: OwnedRow[];
  encounters: OwnedRow[];
  facilities: OwnedRow[];
  sessions: OwnedRow[];
  accounts: { id: number; originClientId: number }[];
}

/** Adds rows of kinds missing in the demo data, for several users and clients. */
export async function addRareRows(db: Db): Promise<void> {
  await sql`insert into patient_difference (patient_id, field, import_values)
    select min(patient_id), 'last_name', '{}' from patient group by client_id`.execute(db);
  await sql`insert into referral_record (referral_id, user_id, document_count)
    select referral_id, user_id, 0 from referral cross join user_account where is_active and referral_id % 5 = 0`.execute(
    db,
  );
  const chart = sql`'demographic', 'x', 'x', 'text/html', 1, encode(sha256('x'), 'hex'), 'x'`;
  await sql`insert into sent_chart (referral_id, consultation_id, association_type, chart_name, chart_type_name,
      content_type, byte_count, sha256, content)
    select referral_id, null::bigint, ${chart} from referral
    union all select null, consultation_id, ${chart} from consultation`.execute(db);
}

export async function readOracleRows(db: Db): Promise<OracleRows> {
  const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  const owned = (table: string, columns: string, where = 'true') =>
    read(sql<OwnedRow>`select x.${sql.ref(`${table.replace('user_session', 'session')}_id`)} as id, ${sql.raw(columns)}
      from ${sql.table(table)} x where ${sql.raw(where)} order by 1`);
  const none = '0 as "patientId", 0 as "clientId", 0 as "userId"';
  const ofPatient =
    'x.patient_id as "patientId", (select client_id from patient p where p.patient_id = x.patient_id) as "clientId"';
  const withMore = async <Row>(table: string, columns: string, where?: string) =>
    (await owned(table, columns, where)) as (OwnedRow & Row)[];
  return {
    tasks: await withMore(
      'task',
      `${ofPatient}, 0 as "userId", coalesce((select work_queue_encounter_id from work_queue_encounter w
        where w.work_queue_encounter_id = x.work_queue_encounter_id and w.status = 'open' and w.patient_id = x.patient_id), 0) as "openItemId"`,
    ),
    deliveries: await owned(
      'delivery',
      `${ofPatient}, x.created_by_user_id as "userId"`,
      `channel in ('fax', 'direct', 'emr') and created_by_user_id is not null and patient_id is not null`,
    ),
    appointments: await withMore(
      'patient_appointment',
      `${ofPatient}, 0 as "userId", coalesce(x.referral_id, 0) as "referralId"`,
    ),
    sentCharts: await withMore(
      'sent_chart',
      `${none}, coalesce(x.referral_id, 0) as "referralId", coalesce(x.consultation_id, 0) as "consultationId"`,
      'content is not null and num_nonnulls(referral_id, consultation_id) = 1',
    ),
    records: await withMore(
      'referral_record',
      '0 as "patientId", 0 as "clientId", x.user_id as "userId", x.referral_id as "referralId"',
    ),
    referralItems: await read(
      sql<{ id: number; referralId: number }>`select work_queue_encounter_id as id, subject_id as "referralId"
        from work_queue_encounter where subject_type = 'referral' order by 1`,
    ),
    accessRequests: await withMore(
      'access_request',
      `${ofPatient}, x.user_id as "userId", x.requested_by_user_id as "requestedBy"`,
    ),
    memberships: await owned('care_team_member', `${ofPatient}, x.user_id as "userId"`, 'user_id is not null'),
    duplicates: await owned('patient_duplicate', `${ofPatient}, 0 as "userId"`),
    differences: await owned('patient_difference', `${ofPatient}, 0 as "userId"`),
    encounters: await owned('patient_encounter', `${ofPatient}, 0 as "userId"`),
    facilities: await owned('facility', '0 as "patientId", x.client_id as "clientId", 0 as "userId"'),
    sessions: await owned('user_session', '0 as "patientId", 0 as "clientId", x.user_id as "userId"'),
    accounts: await read(
      sql<{
        id: number;
        originClientId: number;
      }>`select user_id as id, coalesce(origin_client_id, 0) as "originClientId"
        from user_account order by 1`,
    ),
  };
}
