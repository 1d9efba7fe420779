import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { isNpi } from '@careloop/contracts/fields/identifiers';
import { createDatabase } from '@careloop/server/src/platform/db/client';
import { silentLog } from '@careloop/server/src/platform/db/log';
import { localStorage } from '@careloop/server/src/platform/storage/local';
import { createTestDatabase } from '@careloop/server/test/database';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Database } from '@careloop/server/src/platform/db/client';
import type { DocumentStorage } from '@careloop/server/src/platform/storage/storage';
import type { TestDatabase } from '@careloop/server/test/database';

import { fillDemo } from './fillDemo.ts';

const now = new Date('2026-03-18T15:40:00Z');

interface Filled {
  test: TestDatabase;
  db: Database;
}

let folder: string;
let storage: DocumentStorage;
let first: Filled;
let second: Filled;

async function openDatabase(): Promise<Filled> {
  const created = await createTestDatabase();
  const options = { url: created.url, maxConnections: 2, applicationName: 'demo-test', log: silentLog };
  return { test: created, db: createDatabase(options) };
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'careloop-demo-test-'));
  storage = localStorage(folder);
  [first, second] = await Promise.all([openDatabase(), openDatabase()]);
  await fillDemo({ db: first.db, storage, now });
  await fillDemo({ db: second.db, storage, now });
});

afterAll(async () => {
  for (const { db, test: created } of [first, second]) {
    await db.destroy();
    await created.drop();
  }
  await rm(folder, { recursive: true, force: true });
});

async function rowsOf<Row>(query: string, { db }: Filled = first): Promise<Row[]> {
  const { rows } = await sql.raw<Row>(query).execute(db);
  return rows;
}

async function count(query: string, filled: Filled = first): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(`select count(*) from (${query}) as counted`, filled);
  return row?.count ?? 0;
}

/** Rows with impossible dates: in the future, before birth or after death. */
async function impossibleRows(filled: Filled, moment: Date): Promise<string[]> {
  const late = `> '${moment.toISOString()}'`;
  const conditions = [
    `patient_encounter where encounter_date ${late} or discharge_date ${late}`,
    `patient_document where date_provided ${late}`,
    `patient_appointment where date_created ${late} or date_created > appointment_time`,
    `referral where date_created ${late} or status_changed_at ${late}`,
    `referral_event where occurred_at ${late}`,
    `work_queue_encounter where created_at ${late} or completed_at ${late} or completed_at < created_at`,
    `care_team_member where status_changed_at ${late}`,
    `access_request where created_at ${late} or decided_at ${late} or decided_at < created_at`,
    `break_glass_access where expires_at ${late} or reviewed_at ${late} or reviewed_at < expires_at`,
    `audit_event where patient_id is not null and occurred_at ${late}`,
    `message where date_sent ${late}`,
    `user_message o join message m using (conversation_id, sequence) where o.read_at ${late} or o.read_at < m.date_sent`,
    'patient_encounter e join patient p using (patient_id) where e.encounter_date < p.date_of_birth',
    'patient_encounter e join patient p using (patient_id) where coalesce(e.discharge_date, e.encounter_date)::date > p.deceased_on',
    'patient_medication m join patient p using (patient_id) where m.start_date < p.date_of_birth or m.start_date > p.deceased_on',
    `patient_result where effective_at ${late}`,
    'patient_immunization i join patient p using (patient_id) where i.occurred_on < p.date_of_birth or i.occurred_on > p.deceased_on',
    'patient_condition c join patient p using (patient_id) where c.onset_date < p.date_of_birth or c.recorded_date < c.onset_date',
    "referral r join patient_appointment a using (referral_id) where r.status = 'completed' and a.status = 'completed' and a.appointment_time > r.status_changed_at",
    `patient_appointment where referral_id is not null and status in ('completed', 'no_show') and appointment_time ${late}`,
  ];
  const found: string[] = [];
  for (const condition of conditions) {
    if ((await count(`select from ${condition}`, filled)) > 0) found.push(condition);
  }
  return found;
}

describe('the demo data', () => {
  test.each([
    ['client', 2],
    ['market', 5],
    ['facility', 10],
    ['user_account', 16],
    ['user_account where is_active', 12],
    ['healthcare_provider', 40],
    ['patient', 61],
    ['patient where client_id = 1', 46],
    ['patient where is_possible_duplicate', 2],
  ])('%s: %i', async (table, expected) => {
    expect(await count(`select from ${table}`)).toBe(expected);
  });

  test('has users of all five types, with permissions and the demo sign-ins', async () => {
    expect(await count('select distinct user_type from user_account')).toBe(5);
    expect(await count('select distinct user_id from user_permission')).toBe(16);
    const names = ['admin', 'coordinator', 'drpatel', 'drnguyen', 'office', 'outsider'];
    const found = await rowsOf<{ username: string }>('select username from user_account order by user_id limit 6');
    expect(found.map(({ username }) => username)).toEqual(names);
    const proxies = await rowsOf<{ proxied: string }>(`
      select u.username as proxied from user_proxy p join user_account u on u.user_id = p.proxied_user_id
      join user_account o on o.user_id = p.proxy_user_id where o.username = 'office'`);
    expect(proxies).toEqual([{ proxied: 'drpatel' }]);
  });

  test('has accounts waiting for their owner, a new link or an approval, none of which can sign in', async () => {
    const found = await rowsOf<{ status: string }>(`
      select e.status from user_enrollment e join user_account u using (user_id)
      join user_proxy x on x.proxy_user_id = e.user_id and x.proxied_user_id = e.proxied_user_id
      where not u.is_active order by e.user_id`);
    expect(found.map(({ status }) => status)).toEqual([
      'pending_supervisor_approval',
      'requested',
      'enrollment_token_expired',
      'supervisor_approval_denied',
    ]);
  });

  test('has at least 240 diagnosis codes and 20 specialties, each with a provider', async () => {
    expect(await count('select from diagnosis_code')).toBeGreaterThanOrEqual(240);
    expect(await count('select distinct healthcare_provider_specialty_id from healthcare_provider')).toBeGreaterThan(
      20,
    );
    expect(
      await count(`select from healthcare_provider_specialty s where not exists (select from healthcare_provider p
        where p.healthcare_provider_specialty_id = s.healthcare_provider_specialty_id)`),
    ).toBe(0);
  });

  test.each([
    ['encounters', 'patient_encounter', 1, 12],
    ['conditions', 'patient_condition', 0, 6],
    ['documents', 'patient_document', 1, 15],
  ])('every patient has a believable number of %s', async (_, table, least, most) => {
    const [range] = await rowsOf<{ least: number; most: number }>(`
      select min(n) as least, max(n) as most from (select count(t.patient_id) as n from patient p
        left join ${table} t on t.patient_id = p.patient_id group by p.patient_id) as counted`);
    expect(range?.least).toBeGreaterThanOrEqual(least);
    expect(range?.most).toBeLessThanOrEqual(most);
  });

  test('has a clinical record that agrees with the documents', async () => {
    expect(await count('select from patient_allergy where is_none_known')).toBeGreaterThan(10);
    expect(await count('select from patient_allergy where not is_none_known')).toBeGreaterThan(10);
    expect(await count("select from patient_allergy where jsonb_typeof(reactions) <> 'array'")).toBe(0);
    expect(await count('select from patient_medication where dosage is not null')).toBeGreaterThan(60);
    expect(await count("select from patient_result where category = 'laboratory' and is_panel")).toBeGreaterThan(100);
    expect(
      await count(`select from patient_result r left join patient_document d using (patient_document_id)
        where r.is_panel and r.category = 'laboratory' and d.document_name is distinct from 'Lab Results - ' || r.description`),
    ).toBe(0);
    expect(
      await count(
        'select from patient_result r where is_panel and not exists (select from patient_result m where m.panel_id = r.patient_result_id)',
      ),
    ).toBe(0);
    expect(await count("select from patient_result where flag = 'high'")).toBeGreaterThan(10);
    expect(await count("select from patient_result where description = 'Systolic blood pressure'")).toBeGreaterThan(40);
    expect(await count('select from patient_immunization')).toBeGreaterThan(60);
    // Documents of the encounter are suggested for a referral with its diagnosis.
    expect(
      await count(`select from patient_condition c where exists (select from patient_document d
        where d.patient_encounter_id = c.patient_encounter_id and d.patient_id = c.patient_id)`),
    ).toBeGreaterThan(60);
    expect(await count("select from patient_plan where kind = 'goal'")).toBeGreaterThan(5);
  });

  test('has referrals in every status, declined for every reason, and overdue', async () => {
    expect(await count('select from referral')).toBeGreaterThanOrEqual(30);
    expect(await count('select distinct status from referral')).toBe(6);
    expect(await count("select distinct decline_reason from referral where status = 'declined'")).toBe(5);
    expect(
      await count(`select from referral where status = 'pending' and due_at < '${now.toISOString()}'`),
    ).toBeGreaterThan(0);
    expect(await count("select from referral where status = 'pending' and urgency_days = 1")).toBeGreaterThan(0);
  });

  test('gives the cardiologist five to eight open items to process, and the coordinators some', async () => {
    const open = await count(`select from work_queue_encounter w join user_account u on u.user_id = w.owner_user_id
      where u.username = 'drpatel' and w.work_queue_id = 22 and w.status = 'open'`);
    expect(open).toBeGreaterThanOrEqual(5);
    expect(open).toBeLessThanOrEqual(8);
    for (const queue of [20, 25]) {
      const items = `select from work_queue_encounter where owner_client_id = 1 and work_queue_id = ${queue} and status = 'open'`;
      expect(await count(items)).toBeGreaterThan(0);
    }
  });
});

describe('emergency access', () => {
  test('is to patients whom the user cannot open otherwise, by users who have the permission', async () => {
    expect(
      await count(`select from break_glass_access b
        join user_permission x on x.user_id = b.user_id and x.permission = 'BreakTheGlass'
        where not exists (select from care_team_member m
          where m.user_id = b.user_id and m.patient_id = b.patient_id and m.status = 'accepted')
        and not exists (select from user_permission v where v.user_id = b.user_id and v.permission = 'ViewAllPatients')`),
    ).toBe(2);
  });

  test('is audited, emailed to the members of the care team, and reviewed once', async () => {
    const found = await rowsOf<{ actions: string[]; opened: number; mailed: number; members: number }>(`
      select array(select a.action from audit_event a where a.subject_type = 'break_glass_access'
          and a.subject_id = b.break_glass_access_id and a.patient_id = b.patient_id order by a.occurred_at) as actions,
        (select count(*)::int from audit_event a where a.kind = 'access' and a.patient_id = b.patient_id
          and a.user_id = b.user_id and a.occurred_at between b.granted_at and b.expires_at) as opened,
        (select count(*)::int from delivery d where d.dedupe_key like 'emergency-access:' || b.break_glass_access_id || ':%') as mailed,
        (select count(*)::int from care_team_member m where m.patient_id = b.patient_id and m.status = 'accepted') as members
      from break_glass_access b order by b.granted_at`);
    expect(found.map(({ actions }) => actions)).toEqual([
      ['patient.glass_broken', 'emergency_access.reviewed'],
      ['patient.glass_broken'],
    ]);
    for (const { opened, mailed, members } of found) {
      expect(opened).toBeGreaterThan(3);
      expect(mailed).toBeGreaterThan(0);
      expect(mailed).toBe(members);
    }
  });
});

describe('referral outcomes and appointments', () => {
  test('include rescheduled and missed ones, and visits without a recorded outcome', async () => {
    const ofReferral = 'select from patient_appointment a join referral r using (referral_id) where';
    expect(await count(`${ofReferral} a.status = 'canceled_and_rescheduled'`)).toBe(1);
    expect(await count(`${ofReferral} a.status = 'no_show'`)).toBe(1);
    expect(
      await count(
        `${ofReferral} a.status = 'pending' and r.status = 'scheduled' and appointment_time < '${now.toISOString()}'`,
      ),
    ).toBe(1);
    expect(await count('select from referral where previous_referral_id is not null')).toBe(1);
  });
});

describe('rules for all rows', () => {
  test('every NPI is valid and every phone number is reserved for fiction', async () => {
    const npis = await rowsOf<{ npi_number: string }>('select npi_number from healthcare_provider');
    expect(npis.filter(({ npi_number: npi }) => !isNpi(npi))).toEqual([]);
    const numbers = await rowsOf<{ place: string; number: string }>(`
      select place, unnest(numbers) as number from (
        select table_name || '.' || column_name as place,
          (xpath('//v/text()', query_to_xml(format('select %1$I as v from %2$I where %1$I is not null', column_name, table_name),
            true, false, '')))::text[] as numbers
        from information_schema.columns where table_schema = 'public' and column_name ~ '(phone|fax|fax_number)$'
      ) as columns`);
    expect(numbers.length).toBeGreaterThan(300);
    expect(numbers.filter(({ number }) => !/^(?:\+1)?\d{3}55501\d{2}$/.test(number))).toEqual([]);
  });

  test('only appointments and due times are in the future, and nobody was seen before birth or after death', async () => {
    expect(await impossibleRows(first, now)).toEqual([]);
  });

  test('every timeline begins with the sending, is in order, and ends with the current state of the referral', async () => {
    const events = await rowsOf<{ referral_id: number; from_status: string | null; to_status: string; at: string }>(`
      select referral_id, from_status, to_status, occurred_at::text as at from referral_event order by referral_id, referral_event_id`);
    const referrals = await rowsOf<{ referral_id: number; status: string }>('select referral_id, status from referral');
    for (const { referral_id: id, status } of referrals) {
      const timeline = events.filter((event) => event.referral_id === id);
      expect(timeline.map((event) => event.from_status)).toEqual([
        null,
        ...timeline.slice(0, -1).map((event) => event.to_status),
      ]);
      expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
      expect(timeline.at(-1)?.to_status).toBe(status);
    }
  });

  test('every queue item matches the state of its referral', async () => {
    const items = await rowsOf<{
      queue: number;
      status: string;
      referral: string;
      isOverdue: boolean;
      version: number;
    }>(`
      select w.work_queue_id as queue, w.status, r.status as referral, r.due_at < '${now.toISOString()}' as "isOverdue"
      from work_queue_encounter w join referral r on w.subject_type = 'referral' and w.subject_id = r.referral_id`);
    const open = items.filter(({ status }) => status === 'open');
    const statesOf = (queue: number) =>
      new Set(open.filter((item) => item.queue === queue).map(({ referral }) => referral));
    expect(statesOf(20)).toEqual(new Set(['pending']));
    expect(statesOf(21)).toEqual(new Set(['declined']));
    expect(statesOf(22)).toEqual(new Set(['pending', 'accepted', 'scheduled']));
    expect(statesOf(25)).toEqual(new Set(['pending', 'cancelled']));
  });

  test('every open referral is in the queue of the user who must act', async () => {
    const lost = await rowsOf<{ referral_id: number }>(`
      select r.referral_id from referral r where r.status in ('pending', 'accepted') and not exists (
        select from work_queue_encounter w where w.subject_type = 'referral' and w.subject_id = r.referral_id and w.status = 'open'
          and w.work_queue_id = case when r.healthcare_provider_id is null then 20 when r.referred_to_user_id is null then 25 else 22 end
          and (w.owner_user_id is not distinct from r.referred_to_user_id)
          and (w.owner_client_id is null or w.owner_client_id = r.client_id))`);
    expect(lost).toEqual([]);
  });

  test('appointments, documents and people of a referral belong to its patient and its client', async () => {
    expect(
      await count(
        'select from sent_chart d join referral r using (referral_id) join patient_document p using (patient_document_id) where p.patient_id <> r.patient_id',
      ),
    ).toBe(0);
    expect(
      await count(
        "select from referral r where status = 'scheduled' and not exists (select from patient_appointment a where a.referral_id = r.referral_id)",
      ),
    ).toBe(0);
    expect(
      await count(
        'select from referral r join healthcare_provider p using (healthcare_provider_id) where p.origin_client_id <> r.client_id',
      ),
    ).toBe(0);
  });
});

describe('two clients', () => {
  test("no user of one client is connected to another client's patients", async () => {
    const columns = await rowsOf<{ table_name: string; column_name: string }>(`
      select c.table_name, c.column_name from information_schema.columns c
      join information_schema.columns p on p.table_schema = c.table_schema and p.table_name = c.table_name and p.column_name = 'patient_id'
      where c.table_schema = 'public' and c.column_name like '%user_id' and c.table_name not like 'audit%'`);
    expect(columns.length).toBeGreaterThan(8);
    for (const { table_name: table, column_name: column } of columns) {
      const strangers = await count(`select from ${table} t join patient p on p.patient_id = t.patient_id
        where t.${column} is not null and not exists (select from user_client u where u.user_id = t.${column} and u.client_id = p.client_id)`);
      expect(strangers, `${table}.${column}`).toBe(0);
    }
  });

  test('the second client refers to providers only, never to a specialty', async () => {
    expect(await count("select from client_feature where feature = 'disableSpecialtyOnReferralCreation'")).toBe(1);
    expect(await count('select from referral where client_id = 2 and healthcare_provider_id is null')).toBe(0);
  });
});

describe('documents', () => {
  test('every document is stored, readable, and about its patient', async () => {
    const documents = await rowsOf<{ key: string; bytes: number; mrn: string; last_name: string }>(`
      select d.storage_key as key, d.byte_count as bytes, p.mrn, p.last_name from patient_document d join patient p using (patient_id)
      where d.content_type = 'text/plain'`);
    for (const { key, bytes, mrn, last_name: lastName } of documents) {
      const content = await storage.get(key);
      const text = content.toString('utf8');
      expect(content.byteLength).toBe(bytes);
      expect(text).toContain(`MRN: ${mrn}`);
      expect(text).toContain(lastName.toUpperCase());
      expect(text.split('\n').length).toBeGreaterThanOrEqual(15);
      // An unresolved placeholder or a missing value.
      expect(text).not.toMatch(/[{}]|undefined|null|NaN/);
    }
  });
});

describe('filling the demo again', () => {
  const stable = `
    client facility user_permission user_proxy user_enrollment healthcare_organization
    healthcare_provider address healthcare_organization_address_info healthcare_provider_address_info
    healthcare_provider_tag healthcare_provider_tagging affiliation_tier healthcare_provider_affiliation
    healthcare_provider_preferred_by healthcare_provider_insurance_plan diagnosis_code document_type
    patient patient_identifier patient_coverage patient_guarantor insurance_plan patient_encounter
    patient_encounter_provider patient_condition patient_document patient_medication patient_allergy
    patient_result patient_immunization patient_procedure patient_plan care_team_member record_care_team
    record_care_team_provider access_request break_glass_access referral sent_chart referral_event
    referral_comment patient_appointment work_queue_encounter delivery sms_reply`
    .trim()
    .split(/\s+/);

  test.each(stable)('%s is the same in another database', async (table) => {
    const query = `select to_jsonb(t)::text as row from ${table} t order by 1`;
    expect(await rowsOf(query, second)).toEqual(await rowsOf(query, first));
  });

  test('creates the same users, except for the salt of their passwords and the number of the transaction', async () => {
    const query =
      "select (to_jsonb(u) - 'password_hash' - 'rights_version')::text as row from user_account u order by user_id";
    expect(await rowsOf(query, second)).toEqual(await rowsOf(query, first));
  });

  test('does nothing if there is a client', async () => {
    const before = await count('select from audit_event');
    await fillDemo({ db: first.db, storage, now: new Date('2027-01-01T00:00:00Z') });
    expect(await count('select from patient')).toBe(61);
    expect(await count('select from audit_event')).toBe(before);
  });

  test('fills once for two concurrent starts, and works on any date, such as a Sunday night at the turn of the year', async () => {
    const third = await openDatabase();
    const night = new Date('2028-01-03T04:30:00Z');
    await Promise.all([
      fillDemo({ db: third.db, storage, now: night }),
      fillDemo({ db: third.db, storage, now: night }),
    ]);
    expect(await count('select from patient', third)).toBe(61);
    expect(await impossibleRows(third, night)).toEqual([]);
    await third.db.destroy();
    await third.test.drop();
  });

  test('lets the product continue the numbering', async () => {
    const [row] = await rowsOf<{ client_organization_id: number }>(
      "insert into client_organization (name) values ('Another') returning client_organization_id",
      second,
    );
    expect(row?.client_organization_id).toBe(3);
  });

  test('adds one audit row, besides those of the emergency access', async () => {
    const rows = await rowsOf<{ action: string; kind: string }>(
      'select action, kind from audit_event where patient_id is null',
    );
    expect(rows).toEqual([{ action: 'demo.filled', kind: 'change' }]);
  });
});
