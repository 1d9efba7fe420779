import { sql } from 'kysely';

import type { Db } from '../src/platform/db/client.ts';

/** A row with the columns that decide who may see it. */
export interface OwnedRow {
  id: number;
  patientId: number;
  clientId: number;
  userId: number;
}

/** Rows read directly from the tables; 0 for columns that a kind does not have. */
export interface OracleRows {
  tasks: (OwnedRow & { openItemId: number; itemId: number; encounterId: number; isReadOnly: boolean })[];
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
  importRuns: OwnedRow[];
  importFindings: OwnedRow[];
  encounters: OwnedRow[];
  facilities: OwnedRow[];
  sessions: OwnedRow[];
  accounts: { id: number; originClientId: number }[];
  coverages: OwnedRow[];
  results: OwnedRow[];
  medications: OwnedRow[];
  allergies: OwnedRow[];
  conditions: OwnedRow[];
  populations: OwnedRow[];
  clients: OwnedRow[];
  clientOrganizations: OwnedRow[];
  userTypes: OwnedRow[];
  markets: OwnedRow[];
  tags: OwnedRow[];
  tiers: OwnedRow[];
  taskTemplates: OwnedRow[];
  taskTags: OwnedRow[];
  reasonTemplates: OwnedRow[];
  protocols: OwnedRow[];
  supportRequests: OwnedRow[];
  textReplies: OwnedRow[];
  emergencies: OwnedRow[];
  savedViews: OwnedRow[];
  cannedReplies: OwnedRow[];
  inviteBatches: OwnedRow[];
  siteDocuments: OwnedRow[];
  specialties: OwnedRow[];
  organizations: OwnedRow[];
  queueItems: (OwnedRow & { isOpen: boolean; consultationId: number; encounterId: number })[];
  /** Documents sent with a referral or consultation; the id is that of the document. */
  sentDocuments: (OwnedRow & { referralId: number; consultationId: number })[];
  referralEvents: (OwnedRow & { referralId: number })[];
  /** `clientId` is the client that owns the provider's record, 0 if it is shared. */
  providers: (OwnedRow & { organizationId: number })[];
  providerAddresses: (OwnedRow & { providerId: number; addressId: number })[];
  organizationAddresses: (OwnedRow & { organizationId: number })[];
  /** `clientId` is the client whose import found it. */
  providerConflicts: OwnedRow[];
  providerDifferences: OwnedRow[];
  proxies: { proxiedUserId: number; proxyUserId: number; type: string }[];
}

/** Adds rows of kinds missing in the demo data, for several users and clients. */
export async function addRareRows(db: Db): Promise<void> {
  await addRowsOfUsers(db);
  await addRowsOfClients(db);
  await sendDocuments.execute(db);
  await sql`with runs as (insert into import_run (client_id, sender) select client_id, 'fhir' from client returning *)
    insert into import_finding (client_id, import_run_id, patient_id, kind, file_name, record_key, reason)
    select r.client_id, r.import_run_id, (select min(patient_id) from patient p where p.client_id = r.client_id), 'rejected',
      'x', 'x', 'x' from runs r`.execute(db);
  await sql`insert into patient_difference (patient_id, field, import_values)
    select min(patient_id), 'last_name', '{}' from patient group by client_id`.execute(db);
  await sql`insert into referral_record (referral_id, user_id, document_count)
    select referral_id, user_id, 0 from referral cross join user_account where is_active and referral_id % 5 = 0`.execute(
    db,
  );
  // Shared with users of all clients, also such that cannot open it.
  await sql`insert into work_queue_encounter_access (work_queue_encounter_id, user_id, granted_by_user_id)
    select w.work_queue_encounter_id, u.user_id, u.user_id from work_queue_encounter w cross join user_account u
    where u.is_active and (w.work_queue_encounter_id + u.user_id) % 7 = 0 on conflict do nothing`.execute(db);
  const ofEachPatient = sql`select patient_id, 'x' from patient where patient_id % 4 = 0`;
  await sql`insert into patient_medication (patient_id, description, status, kind)
    select p.*, 'active', 'statement' from (${ofEachPatient}) as p`.execute(db);
  await sql`insert into patient_allergy (patient_id, description, clinical_status)
    select p.*, 'active' from (${ofEachPatient}) as p`.execute(db);
  await sql`insert into patient_result (patient_id, description, category, status)
    select p.*, 'laboratory', 'final' from (${ofEachPatient}) as p`.execute(db);
  const chart = sql`'demographic', 'x', 'x', 'text/html', 1, encode(sha256('x'), 'hex'), 'x'`;
  await sql`insert into sent_chart (referral_id, consultation_id, association_type, chart_name, chart_type_name,
      content_type, byte_count, sha256, content)
    select referral_id, null::bigint, ${chart} from referral
    union all select null, consultation_id, ${chart} from consultation`.execute(db);
}

async function addRowsOfUsers(db: Db): Promise<void> {
  await sql`insert into canned_reply (user_id, title, message) select user_id, 'x', 'x' from user_account where is_active`.execute(
    db,
  );
  await sql`insert into saved_view (user_id, screen, name, filters)
    select user_id, 'referrals', 'x', '{}' from user_account where is_active`.execute(db);
  await sql`insert into invite_batch (user_id, is_accepting) select user_id, true from user_account where is_active`.execute(
    db,
  );
}

async function addRowsOfClients(db: Db): Promise<void> {
  await sql`insert into support_request (client_id, created_by_user_id, name, email, summary, impact)
    select client_id, min(user_id), 'x', 'x@example.org', 'x', 'low' from user_client group by client_id`.execute(db);
  await sql`insert into sms_reply (vendor_reference, from_phone, body, client_id)
    select 'probe ' || client_id, '6175550100', 'x', client_id from client`.execute(db);
  await sql`insert into break_glass_access (patient_id, user_id, reason, granted_at, expires_at)
    select min(patient_id), 1, 'x', now() - interval '2 hours', now() - interval '1 hour' from patient group by client_id`.execute(
    db,
  );
  await sql`insert into task_template (client_id, name, fields) select client_id, 'probe', '[]' from client`.execute(
    db,
  );
  // Of a specialty that no provider has, so that no other referral must answer it.
  await sql`with probed as (insert into healthcare_provider_specialty (name) values ('Probed')
      returning healthcare_provider_specialty_id as id)
    insert into referral_protocol (client_id, healthcare_provider_specialty_id, name, content)
    select client_id, probed.id, 'probe', '{"documents": []}' from client cross join probed`.execute(db);
  await sql`insert into site_document (document_type, version_name, release_date, document_text)
    values ('release_note', '1', '2026-01-01', 'x')`.execute(db);
  await sql`insert into healthcare_provider (first_name, last_name) values ('Probe', 'Shared')`.execute(db);
  const ofEachClient = sql`select min(healthcare_provider_id) as id, max(healthcare_provider_id) as other
    from healthcare_provider where origin_client_id is not null group by origin_client_id`;
  await sql`insert into provider_difference (healthcare_provider_id, field, import_values)
    select id, 'last_name', '{"last_name": "x"}' from (${ofEachClient}) as p`.execute(db);
  await sql`insert into provider_duplicate (npi_number, healthcare_provider_id, other_healthcare_provider_id)
    select '1', id, other from (${ofEachClient}) as p`.execute(db);
}

/** Sends a document of the patient with each consultation. */
const sendDocuments = sql`insert into sent_chart (consultation_id, association_type, patient_document_id, chart_name,
    chart_type_name, content_type, page_count, byte_count, sha256, storage_key)
  select c.consultation_id, 'document', d.patient_document_id, d.document_name, 'x', d.content_type, 1, d.byte_count,
    d.storage_key, d.storage_key
  from consultation c cross join lateral (select * from patient_document d where d.patient_id = c.patient_id limit 1) as d`;

export async function readOracleRows(db: Db): Promise<OracleRows> {
  const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(db)).rows;
  const owned = (table: string, columns: string, where = 'true') =>
    read(sql<OwnedRow>`select x.${sql.ref(`${table.replace('user_session', 'session')}_id`)} as id, ${sql.raw(columns)}
      from ${sql.table(table)} x where ${sql.raw(where)} order by 1`);
  const none = '0 as "patientId", 0 as "clientId", 0 as "userId"';
  const ofClient = '0 as "patientId", x.client_id as "clientId", 0 as "userId"';
  const ofUser = '0 as "patientId", 0 as "clientId", x.user_id as "userId"';
  const ownerOf = (providerId: string) => `(select coalesce(h.origin_client_id, u.origin_client_id, 0)
    from healthcare_provider h left join user_account u on u.user_id = h.user_id where h.healthcare_provider_id = ${providerId})`;
  const ofPatient =
    'x.patient_id as "patientId", (select client_id from patient p where p.patient_id = x.patient_id) as "clientId"';
  const withMore = async <Row>(table: string, columns: string, where?: string) =>
    (await owned(table, columns, where)) as (OwnedRow & Row)[];
  return {
    tasks: await withMore(
      'task',
      `${ofPatient}, 0 as "userId", coalesce((select work_queue_encounter_id from work_queue_encounter w
        where w.work_queue_encounter_id = x.work_queue_encounter_id and w.status = 'open' and w.patient_id = x.patient_id), 0) as "openItemId",
        coalesce(x.work_queue_encounter_id, 0) as "itemId", coalesce(x.patient_encounter_id, 0) as "encounterId",
        x.source_system is not null as "isReadOnly"`,
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
    importRuns: await owned('import_run', '0 as "patientId", x.client_id as "clientId", 0 as "userId"'),
    importFindings: await owned('import_finding', '0 as "patientId", x.client_id as "clientId", 0 as "userId"'),
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
    medications: await owned('patient_medication', `${ofPatient}, 0 as "userId"`),
    allergies: await owned('patient_allergy', `${ofPatient}, 0 as "userId"`),
    conditions: await owned('patient_condition', `${ofPatient}, 0 as "userId"`),
    results: await owned('patient_result', `${ofPatient}, 0 as "userId"`),
    coverages: await owned('patient_coverage', `${ofPatient}, 0 as "userId"`, 'removed_at is null'),
    emergencies: await owned('break_glass_access', `${ofPatient}, 0 as "userId"`),
    populations: await owned('population', ofClient),
    clients: await owned('client', ofClient),
    clientOrganizations: await owned(
      'client_organization',
      `0 as "patientId", (select min(c.client_id) from client c where c.client_organization_id = x.client_organization_id) as "clientId", 0 as "userId"`,
    ),
    userTypes: await owned('user_type', `0 as "patientId", coalesce(x.client_id, 0) as "clientId", 0 as "userId"`),
    markets: await owned('market', ofClient),
    tags: await owned('healthcare_provider_tag', ofClient),
    tiers: await owned('affiliation_tier', ofClient),
    taskTemplates: await owned('task_template', ofClient),
    taskTags: await owned('task_tag', ofClient),
    reasonTemplates: await owned('referral_reason_template', ofClient),
    protocols: await owned('referral_protocol', ofClient),
    supportRequests: await owned('support_request', ofClient),
    textReplies: await owned('sms_reply', ofClient, 'patient_id is null and client_id is not null'),
    savedViews: await owned('saved_view', ofUser),
    cannedReplies: await owned('canned_reply', ofUser),
    inviteBatches: await owned('invite_batch', ofUser),
    siteDocuments: await owned('site_document', none),
    specialties: await owned('healthcare_provider_specialty', none),
    organizations: await owned('healthcare_organization', none),
    queueItems: await withMore(
      'work_queue_encounter',
      `${ofPatient}, 0 as "userId", x.status = 'open' as "isOpen", coalesce(x.patient_encounter_id, 0) as "encounterId",
        case when x.subject_type = 'consultation' then x.subject_id else 0 end as "consultationId"`,
    ),
    sentDocuments: await read(
      sql<
        OracleRows['sentDocuments'][number]
      >`select patient_document_id as id, coalesce(referral_id, 0) as "referralId",
        coalesce(consultation_id, 0) as "consultationId" from sent_chart
        where patient_document_id is not null and num_nonnulls(referral_id, consultation_id) = 1 order by 2, 3, 1`,
    ),
    referralEvents: await withMore('referral_event', `${none}, x.referral_id as "referralId"`),
    providers: await withMore(
      'healthcare_provider',
      `0 as "patientId", ${ownerOf('x.healthcare_provider_id')} as "clientId", coalesce(x.user_id, 0) as "userId",
        coalesce(x.healthcare_organization_id, 0) as "organizationId"`,
    ),
    providerAddresses: await withMore(
      'healthcare_provider_address_info',
      `0 as "patientId", ${ownerOf('x.healthcare_provider_id')} as "clientId", 0 as "userId",
        x.healthcare_provider_id as "providerId", x.address_id as "addressId"`,
    ),
    organizationAddresses: await withMore(
      'healthcare_organization_address_info',
      `${none}, x.healthcare_organization_id as "organizationId"`,
    ),
    providerConflicts: await owned(
      'provider_duplicate',
      `0 as "patientId", ${ownerOf('x.other_healthcare_provider_id')} as "clientId", 0 as "userId"`,
    ),
    providerDifferences: await owned(
      'provider_difference',
      `0 as "patientId", ${ownerOf('x.healthcare_provider_id')} as "clientId", 0 as "userId"`,
    ),
    proxies: await read(sql<OracleRows['proxies'][number]>`select proxied_user_id as "proxiedUserId",
      proxy_user_id as "proxyUserId", proxy_type as type from user_proxy order by 1, 2`),
  };
}
