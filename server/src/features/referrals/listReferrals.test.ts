import { referralStatuses } from '@careloop/contracts/codes';
import type { CallOf, OutputOf } from '@careloop/contracts/endpoint';
import { listReferrals } from '@careloop/contracts/referrals';
import { exportReferrals, exportTexts } from '@careloop/contracts/referrals/export';
import { getReferralFilterValues, referralListTexts, referralSorts } from '@careloop/contracts/referrals/filters';
import { Random } from '@careloop/demo/random';
import { parse } from 'csv-parse/sync';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addToCareTeam,
  buildClient,
  buildCoordinator,
  buildPatient,
  buildProvider,
  buildUser,
} from '../../../test/factories.ts';
import type { BuiltProvider } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

type Filters = CallOf<typeof listReferrals>;
type FilterValues = OutputOf<typeof getReferralFilterValues>;

/** What determines the lists that a referral is on, read without the product's own queries. */
interface Fact {
  id: number;
  client_id: number;
  patient_id: number;
  patient: string;
  mrn: string;
  status: string;
  is_overdue: boolean;
  urgency_days: number;
  specialty_id: number;
  provider_id: number | null;
  sender_id: number | null;
  receiver: number | null;
  creator: number;
  behalf: number | null;
  sent: Date;
  due: number;
  owing: 'referring' | 'receiving' | null;
  day: string;
  team: number[];
  shared: number[];
}

const count = 160;
const timeZone = 'America/New_York';
let app: TestApp;
let facts: Fact[];
let providers: BuiltProvider[];
let clientId: number;
/** The users whose lists are compared, with the clients whose patients they can all see. */
const readers: { userId: number; viewAll: number[]; colleagues: number[]; caller: Caller }[] = [];

beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  const other = await buildClient(app.db);
  const coordinator = await buildCoordinator(app.db, { clientId });
  const office = await buildUser(app.db, { clientId });
  const stranger = await buildCoordinator(app.db, { clientId: other.clientId });
  providers = [];
  for (const specialty of ['Cardiology', 'Cardiology', 'Neurology', 'Podiatry']) {
    providers.push(
      await buildProvider(app.db, { clientId: specialty === 'Podiatry' ? other.clientId : clientId, specialty }),
    );
  }
  const users = [coordinator, office, stranger, ...providers];
  const patients = [];
  for (const lastName of ['Adams', 'Adamson', 'Baker', 'Clark', 'Davis']) {
    const ofOther = lastName === 'Davis';
    const patient = await buildPatient(app.db, { clientId: ofOther ? other.clientId : clientId, lastName });
    patients.push({ ...patient, clientId: ofOther ? other.clientId : clientId });
  }
  const random = new Random('referral lists');
  for (const user of [office, ...providers]) {
    for (const patient of patients.filter(() => random.next() < 0.5)) await addToCareTeam(app.db, patient, user);
  }
  const now = Date.now();
  for (let number = 0; number < count; number += 1) {
    const patient = random.pick(patients);
    const status = random.pick([...referralStatuses]);
    const toSpecialty = random.next() < 0.2;
    const to = random.pick(providers);
    const from = random.pick(providers);
    const by = random.pick(users);
    const urgencyDays = random.pick([1, 7, 30]);
    // Some have the same time, so that only their ids determine the order.
    const sent = new Date(now - random.int(0, 40) * 43_200_000);
    const { referral_id } = await app.db
      .insertInto('referral')
      .values({
        client_id: patient.clientId,
        patient_id: patient.patientId,
        status,
        urgency_days: urgencyDays,
        due_at: new Date(sent.getTime() + urgencyDays * 86_400_000),
        referral_reason: 'Evaluation',
        created_by_user_id: by.userId,
        on_behalf_of_user_id: random.next() < 0.3 ? from.userId : null,
        referred_by_healthcare_provider_id: random.next() < 0.7 ? from.healthcareProviderId : null,
        healthcare_provider_id: toSpecialty ? null : to.healthcareProviderId,
        referred_to_user_id: toSpecialty ? null : to.userId,
        healthcare_provider_specialty_id: toSpecialty ? to.specialtyId : null,
        decline_reason: status === 'declined' ? 'availability' : null,
        date_created: sent,
        await_reply_from: random.pick([null, null, 'referring', 'receiving']),
        updated_by_user_id: by.userId,
      })
      .returning('referral_id')
      .executeTakeFirstOrThrow();
    if (random.next() < 0.1) await share(referral_id, patient, office.userId, coordinator.userId);
  }
  // The specialty of a referral is the provider's current one.
  await sql`update healthcare_provider set healthcare_provider_specialty_id = ${providers[2]?.specialtyId}
    where healthcare_provider_id = ${providers[1]?.healthcareProviderId}`.execute(app.db);
  facts = await readFacts();
  const colleagues = [coordinator, office, ...providers.slice(0, 3)].map(({ userId }) => userId);
  for (const user of [coordinator, office, providers[0], providers[3], stranger]) {
    if (user === undefined) continue;
    const viewAll = user === coordinator ? [clientId] : user === stranger ? [other.clientId] : [];
    const those = user === stranger ? [stranger.userId, providers[3]?.userId ?? 0] : colleagues;
    readers.push({ userId: user.userId, viewAll, colleagues: those, caller: await app.as(user) });
  }
});
afterAll(() => app.stop());

async function share(referralId: number, patient: { patientId: number }, userId: number, granterId: number) {
  await sql`with item as (insert into work_queue_encounter (work_queue_id, owner_client_id, patient_id, subject_type, subject_id, encounter_date)
      values (25, ${clientId}, ${patient.patientId}, 'referral', ${referralId}, now()) returning work_queue_encounter_id)
    insert into work_queue_encounter_access (work_queue_encounter_id, user_id, granted_by_user_id)
    select work_queue_encounter_id, ${userId}, ${granterId} from item`.execute(app.db);
}

async function readFacts(): Promise<Fact[]> {
  const { rows } = await sql<Fact>`
    select r.referral_id as id, r.client_id, r.patient_id, p.last_name as patient, p.mrn, r.status,
      (r.status in ('pending', 'accepted') and r.due_at < now()) as is_overdue, r.urgency_days,
      coalesce(r.healthcare_provider_specialty_id, h.healthcare_provider_specialty_id) as specialty_id,
      r.healthcare_provider_id as provider_id, r.referred_by_healthcare_provider_id as sender_id,
      r.referred_to_user_id as receiver, r.created_by_user_id as creator, r.on_behalf_of_user_id as behalf,
      r.date_created as sent, r.await_reply_from as owing, case when r.status in ('pending', 'accepted') then extract(epoch from r.due_at)::float8 else 1e15 end as due,
      to_char(r.date_created at time zone ${timeZone}, 'YYYY-MM-DD') as day,
      array(select m.user_id from care_team_member m where m.patient_id = r.patient_id and m.status = 'accepted') as team,
      array(select x.user_id from work_queue_encounter w join work_queue_encounter_access x using (work_queue_encounter_id)
        where w.subject_id = r.referral_id) as shared
    from referral r join patient p using (patient_id)
    left join healthcare_provider h on h.healthcare_provider_id = r.healthcare_provider_id`.execute(app.db);
  return rows;
}

type Reader = (typeof readers)[number];

/** Whether a referral is on a user's list: an independent implementation of the rules in docs/domain/referrals.md. */
function isListed(fact: Fact, { userId, viewAll, colleagues }: Reader, { scope, direction }: Filters): boolean {
  const sees = viewAll.includes(fact.client_id) || fact.team.includes(userId);
  const received = fact.receiver === userId;
  const sent = sees && (fact.creator === userId || fact.behalf === userId);
  const isClients = scope !== 'mine' && viewAll.includes(fact.client_id);
  if (direction === 1) return received || (isClients && fact.receiver !== null && colleagues.includes(fact.receiver));
  if (direction === 2) return sent || (isClients && colleagues.includes(fact.creator));
  // The grant applies only to users of the patient's client or care team.
  const shared = fact.shared.includes(userId) && (fact.client_id === clientId || fact.team.includes(userId));
  return received || sent || isClients || shared;
}

function hasStatus(fact: Fact, status: Filters['status']): boolean {
  if (status === undefined) return true;
  if (status === 'open') return ['pending', 'accepted', 'scheduled'].includes(fact.status);
  return status === 'overdue' ? fact.is_overdue : fact.status === status;
}

type Facet =
  | 'awaitReplyFrom'
  | 'urgencyDays'
  | 'healthcareProviderSpecialtyId'
  | 'healthcareProviderId'
  | 'referredByHealthcareProviderId';
const valuesOf: Record<Facet, (fact: Fact) => number | string | null> = {
  awaitReplyFrom: (fact) => fact.owing,
  urgencyDays: (fact) => fact.urgency_days,
  healthcareProviderSpecialtyId: (fact) => fact.specialty_id,
  healthcareProviderId: (fact) => fact.provider_id,
  referredByHealthcareProviderId: (fact) => fact.sender_id,
};
const facetNames = Object.keys(valuesOf) as Facet[];

function matches(fact: Fact, filters: Filters, without?: Facet | 'status'): boolean {
  const { searchTerm, from, until } = filters;
  const typed = (searchTerm ?? '').toLowerCase();
  return (
    (without === 'status' || hasStatus(fact, filters.status)) &&
    facetNames.every(
      (name) => name === without || filters[name] === undefined || valuesOf[name](fact) === filters[name],
    ) &&
    (fact.patient.toLowerCase().startsWith(typed) || fact.mrn.toLowerCase().startsWith(typed)) &&
    (from === undefined || fact.day >= from) &&
    (until === undefined || fact.day <= until)
  );
}

/** Waiting STAT referrals, then others that wait, then the rest. */
const tierOf = ({ due, urgency_days }: Fact) => (due === 1e15 ? 2 : urgency_days === 1 ? 0 : 1);

function inOrder(listed: readonly Fact[], sortBy: Filters['sortBy']): number[] {
  const sorted = listed.toSorted((a, b) => {
    const later = b.sent.getTime() - a.sent.getTime();
    if (sortBy === 'oldest') return -later || a.id - b.id;
    if (sortBy === 'urgent') return tierOf(a) - tierOf(b) || (tierOf(a) === 2 ? later : a.due - b.due) || a.id - b.id;
    if (sortBy === 'due') return a.due - b.due || a.id - b.id;
    return later || b.id - a.id;
  });
  return sorted.map(({ id }) => id);
}

function randomFilters(random: Random): Filters {
  const provider = () => random.pick(providers);
  const maybe = <Value>(chance: number, value: () => Value) => (random.next() < chance ? value() : undefined);
  const day = () => random.pick(facts).day;
  return {
    scope: maybe(0.3, () => 'mine' as const),
    direction: random.pick([1, 2, 3, 3]),
    status: maybe(0.5, () => random.pick([...referralStatuses, 'overdue', 'open'] as const)),
    searchTerm: maybe(0.3, () => random.pick(['ada', 'BAKER', 'clark', 'd', 'nobody', random.pick(facts).mrn])),
    urgencyDays: maybe(0.2, () => random.pick([1, 7, 30])),
    healthcareProviderSpecialtyId: maybe(0.2, () => provider().specialtyId),
    healthcareProviderId: maybe(0.2, () => provider().healthcareProviderId),
    referredByHealthcareProviderId: maybe(0.2, () => provider().healthcareProviderId),
    awaitReplyFrom: maybe(0.2, () => random.pick(['referring', 'receiving'] as const)),
    ...maybe(0.3, () => {
      const [from, until] = [day(), day()].toSorted();
      return { from, until: random.next() < 0.5 ? until : undefined };
    }),
    timeZone,
    sortBy: random.pick([...referralSorts]),
  };
}

async function readAll(caller: Caller, filters: Filters) {
  const first = await caller.ok(listReferrals, { ...filters, withCounts: true });
  const ids = first.items.map((item) => item.referralId);
  let cursor = first.nextCursor;
  while (cursor !== null) {
    const page = await caller.ok(listReferrals, { ...filters, cursor });
    expect(page.counts).toBeNull();
    ids.push(...page.items.map((item) => item.referralId));
    cursor = page.nextCursor;
  }
  return { ids, counts: first.counts };
}

/** Counts by value, of one facet of the response and of the facts. */
function facetsOf(values: FilterValues) {
  const of = <Row extends { count: number | null }>(rows: readonly Row[], idOf: (row: Row) => number | string) =>
    new Map(rows.map((row) => [idOf(row), row.count]));
  return {
    awaitReplyFrom: of(values.awaitReply, (row) => row.awaitReplyFrom),
    urgencyDays: of(values.urgencies, (row) => row.urgencyDays),
    healthcareProviderSpecialtyId: of(values.specialties, (row) => row.healthcareProviderSpecialtyId),
    healthcareProviderId: of(values.providers, (row) => row.healthcareProviderId),
    referredByHealthcareProviderId: of(values.referredBy, (row) => row.healthcareProviderId),
  };
}

function countValues(listed: readonly Fact[], name: Facet): Map<number | string, number> {
  const counts = new Map<number | string, number>();
  for (const fact of listed) {
    const value = valuesOf[name](fact);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

describe('the list of referrals', () => {
  test('has exactly the rows defined by the rules, in order, and matching counts, for random filters', async () => {
    const random = new Random('filters of referrals');
    let rows = 0;
    for (let number = 0; number < 120; number += 1) {
      const reader = random.pick(readers);
      const filters = randomFilters(random);
      const { ids, counts } = await readAll(reader.caller, filters);
      const listed = facts.filter((fact) => isListed(fact, reader, filters));
      const matching = listed.filter((fact) => matches(fact, filters));
      expect({ filters, ids }).toEqual({ filters, ids: inOrder(matching, filters.sortBy) });
      if (counts === null) throw new Error('The response has no counts');
      expect(counts.total).toBe(ids.length);
      const anyStatus = listed.filter((fact) => matches(fact, filters, 'status'));
      expect(counts.statuses).toEqual(
        (['open', ...referralStatuses, 'overdue'] as const).map((status) => ({
          status,
          count: anyStatus.filter((fact) => hasStatus(fact, status)).length,
          isMore: false,
        })),
      );
      const facets = facetsOf(await reader.caller.ok(getReferralFilterValues, filters));
      for (const name of facetNames) {
        const others = listed.filter((fact) => matches(fact, filters, name));
        expect(facets[name]).toEqual(countValues(others, name));
      }
      rows += ids.length;
    }
    // Makes sure that the filters matched something.
    expect(rows).toBeGreaterThan(500);
  }, 120_000);

  test('counts stop at 1,000 per status, and filter values then have no numbers', async () => {
    const user = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: user.clientId });
    const provider = await buildProvider(app.db, { clientId: user.clientId });
    await sql`insert into referral (client_id, patient_id, urgency_days, due_at, referral_reason, created_by_user_id,
        healthcare_provider_id, updated_by_user_id, date_created)
      select ${user.clientId}, ${patient.patientId}, case n when 1 then 30 else 7 end, now() + interval '1 day', 'Evaluation',
        ${provider.userId}, ${provider.healthcareProviderId}, ${provider.userId}, now() - (5001 - n) * interval '1 minute'
      from generate_series(1, 5001) as n`.execute(app.db);
    const caller = await app.as(user);
    const { counts } = await caller.ok(listReferrals, { withCounts: true });
    expect(counts).toMatchObject({ total: 1_000, isMore: true, hasOrganization: true });
    expect(counts?.statuses.find(({ status }) => status === 'pending')).toEqual({
      status: 'pending',
      count: 1_000,
      isMore: true,
    });
    const read = async (filters: Filters) => (await caller.ok(getReferralFilterValues, filters)).urgencies;
    expect(await read({})).toEqual([{ urgencyDays: 7, count: null }]);
    const audited = app.db.selectFrom('audit_event').select(['outcome', 'patient_id as patientId']);
    const ofFilters = audited.where('action', '=', getReferralFilterValues.path).where('user_id', '=', user.userId);
    expect(await ofFilters.execute()).toEqual([{ outcome: 'ok', patientId: null }]);
    expect((await read({ urgencyDays: 30 })).map(({ urgencyDays }) => urgencyDays)).toEqual([7, 30]);
  });

  test('days are in the reader’s time zone', async () => {
    const user = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: user.clientId });
    const provider = await buildProvider(app.db, { clientId: user.clientId });
    // The clocks go back in New York on that day, which has 25 hours.
    for (const sent of ['2025-11-02T04:00:00Z', '2025-11-03T04:59:59Z', '2025-11-03T05:00:00Z']) {
      await sql`insert into referral (client_id, patient_id, urgency_days, due_at, referral_reason, created_by_user_id,
          healthcare_provider_id, updated_by_user_id, date_created)
        values (${user.clientId}, ${patient.patientId}, 7, now(), 'Evaluation', ${user.userId},
          ${provider.healthcareProviderId}, ${user.userId}, ${sent})`.execute(app.db);
    }
    const caller = await app.as(user);
    const on = (day: string) => caller.ok(listReferrals, { from: day, until: day, timeZone });
    expect((await on('2025-11-02')).items).toHaveLength(2);
    expect((await on('2025-11-03')).items).toHaveLength(1);
  });

  test('bad input is refused', async () => {
    const caller = readers[0]?.caller;
    if (caller === undefined) throw new Error('There is no reader');
    for (const bad of [
      { status: 'lost' as never },
      { scope: 'everything' as never },
      { sortBy: 'name' as never },
      { urgencyDays: 0 },
      { timeZone: 'Mars/Olympus' },
      { from: '2026-02-30' },
    ]) {
      expect(await caller.fail(listReferrals, bad)).toMatchObject({ code: 'invalid_input' });
    }
    for (const call of [listReferrals, getReferralFilterValues]) {
      const failed = await caller.fail(call, { from: '2026-02-02', until: '2026-02-01' });
      expect(failed).toMatchObject({ validationErrors: { until: referralListTexts.datesBackwards } });
      expect((await app.nobody.fail(call, {})).status).toBe(401);
    }
  });
});

describe('the export', () => {
  const fetchAnswer = ({ token }: Caller, query: string) =>
    app.app.http.inject({
      url: `/api${exportReferrals.path}${query}`,
      headers: { authorization: `Bearer ${token}` },
    });
  const fetchExport = async (caller: Caller, query = '') => {
    const answer = await fetchAnswer(caller, query);
    return { answer, lines: parse(answer.payload, { bom: true, columns: true }) as Record<string, string>[] };
  };

  test('has every row of the list in order, and is audited with their ids', async () => {
    const [reader] = readers;
    if (reader === undefined) throw new Error('There is no reader');
    const filters = { status: 'open', sortBy: 'due' } as const;
    const { ids } = await readAll(reader.caller, filters);
    const { answer, lines } = await fetchExport(reader.caller, '?status=open&sortBy=due');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''Referrals%20.*\.csv$/);
    expect(answer.payload.startsWith('\uFEFFSent,Status,')).toBe(true);
    expect(answer.payload.split('\r\n')).toHaveLength(ids.length + 2);
    expect(lines.map((line) => Number(line['Referral id']))).toEqual(ids);
    type Audited = { outcome: string; details: { referralIds: number[]; patientIds: number[] } };
    const { rows: audited } = await sql<Audited>`
      select outcome, details from audit_event where action = ${exportReferrals.path} and user_id = ${reader.userId}`.execute(
      app.db,
    );
    expect(audited).toMatchObject([{ outcome: 'ok', details: { referralIds: ids } }]);
    const ofThese = app.db.selectFrom('referral').where('referral_id', 'in', ids);
    const shown = await ofThese.select('patient_id as id').execute();
    expect(new Set(audited[0]?.details.patientIds)).toEqual(new Set(shown.map(({ id }) => id)));
  });

  test('escapes formulas, and keeps commas, quotes and line breaks', async () => {
    const user = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: user.clientId, lastName: '=cmd()', firstName: 'Zoë' });
    const provider = await buildProvider(app.db, { clientId: user.clientId });
    for (const reason of ['@SUM(A1)', 'Pain, "sharp"\r\nsince May', '-1', 'Rash\n=1+1']) {
      await app.db
        .insertInto('referral')
        .values({
          client_id: user.clientId,
          patient_id: patient.patientId,
          urgency_days: 7,
          due_at: new Date('2026-01-31T05:30:00Z'),
          referral_reason: reason,
          created_by_user_id: user.userId,
          healthcare_provider_id: provider.healthcareProviderId,
          updated_by_user_id: user.userId,
          date_created: new Date('2026-01-24T05:30:00Z'),
        })
        .execute();
    }
    const { answer, lines } = await fetchExport(await app.as(user), '?sortBy=oldest&timeZone=America/New_York');
    const reasons = ["'@SUM(A1)", 'Pain, "sharp"\r\nsince May', "'-1", 'Rash\n=1+1'];
    expect(lines.map((line) => line['Referral reason'])).toEqual(reasons);
    expect(answer.payload, 'in quotes').toContain('"Rash\n=1+1"');
    expect(lines[0]).toMatchObject({ Sent: '2026-01-24 00:30', 'Time zone': 'America/New_York' });
    expect(lines[0]).toMatchObject({ Patient: "'=cmd(), Zoë", Status: 'Pending', Overdue: 'Yes' });
  });

  test('is refused beyond 10,000 rows, without a session, and with bad input', async () => {
    const user = await buildCoordinator(app.db);
    const patient = await buildPatient(app.db, { clientId: user.clientId });
    const provider = await buildProvider(app.db, { clientId: user.clientId });
    await sql`insert into referral (client_id, patient_id, urgency_days, due_at, referral_reason, created_by_user_id,
        healthcare_provider_id, updated_by_user_id)
      select ${user.clientId}, ${patient.patientId}, 7, now(), 'Evaluation', ${user.userId},
        ${provider.healthcareProviderId}, ${user.userId} from generate_series(1, 10001)`.execute(app.db);
    const caller = await app.as(user);
    expect((await fetchAnswer(caller, '')).json()).toMatchObject({
      wasSuccessful: false,
      message: exportTexts.tooMany,
    });
    expect((await fetchAnswer(caller, '?status=lost')).json()).toMatchObject({ wasSuccessful: false });
    expect((await fetchAnswer(app.nobody, '')).statusCode).toBe(401);
  });
});
