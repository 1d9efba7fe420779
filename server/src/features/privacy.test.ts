import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { fillDemo } from '@careloop/demo/fillDemo';
import { uploadLimits } from '@careloop/contracts/charts/upload';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declaredEndpoints } from './index.ts';
import { careTeamEndpoints } from '../../test/careTeamEndpoints.ts';
import { startTestApp } from '../../test/harness.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { ownAccountEndpoints, userAdministration } from '../../test/ownAccountEndpoints.ts';
import { readOracle } from '../../test/oracle.ts';
import type { Oracle } from '../../test/oracle.ts';
import {
  consultationEndpoints,
  directoryEndpoints,
  keptByUsers,
  otherHarmless,
  readAndSaved,
  reviewedPairs,
  severalQueueItems,
  taskEndpoints,
  signInEndpoints,
  siteAndSupport,
  someTask,
  someText,
} from '../../test/probedElsewhere.ts';

// Every demo user against every endpoint and every id, compared with an oracle over the bare tables.

let app: TestApp;
let oracle: Oracle;
let endpoints: Map<string, Endpoint>;
const callers = new Map<string, Caller>();

beforeAll(async () => {
  app = await startTestApp();
  await fillDemo({ db: app.db, storage: app.deps.storage });
  oracle = await readOracle(app.db);
  endpoints = new Map(app.app.endpoints.map((endpoint) => [endpoint.path, endpoint]));
  for (const user of oracle.users) callers.set(user.username, await app.as(user));
}, 60_000);
afterAll(() => app.stop());

/** Ids of one kind that an endpoint takes, and who may use which. */
interface Probe {
  input: (id: number) => Record<string, unknown>;
  ids: () => number[];
  may: (userId: number) => Set<number>;
  /** How what is closed answers, where it is not as a patient does. */
  refusal?: string;
  /** How many calls one user may have under way. */
  atOnce?: number;
}

const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunks(items.slice(size), size)];

const ofPatient: Probe = {
  input: (patientId) => ({ patientId }),
  ids: () => oracle.patientIds,
  may: (userId) => oracle.patientsOf(userId),
};
const ofReferral: Probe = {
  input: (referralId) => ({ referralId }),
  ids: () => oracle.referralIds,
  may: (userId) => oracle.referralsOf(userId),
};
const ofDocument: Probe = {
  input: (patientDocumentId) => ({ patientDocumentId }),
  ids: () => oracle.documentIds.filter((_id, index) => index % 7 === 0),
  may: (userId) => oracle.documentsOf(userId),
};

const ofConversation: Probe = {
  input: (id) => ({
    conversationKey: oracle.conversations.find((one) => one.conversationId === id)?.key,
    searchTerm: 'the',
  }),
  ids: () => oracle.conversations.map((one) => one.conversationId),
  may: (userId) => oracle.conversationsOf(userId),
  refusal: 'no_access',
};
const ofUserMessage: Probe = {
  input: (userMessageId) => ({ userMessageId }),
  ids: () => oracle.userMessages.map((one) => one.userMessageId),
  may: (userId) => oracle.userMessagesOf(userId),
  refusal: 'no_access',
};
const changed = (probe: Probe, more: Record<string, unknown>): Probe => ({
  ...probe,
  input: (id) => ({ ...probe.input(id), ...more }),
});

const ofQueueItem: Probe = {
  input: (workQueueEncounterId) => ({ workQueueEncounterId }),
  ids: () => oracle.queueItemIds,
  may: (userId) => oracle.queueItemsOf(userId),
};

/** Reads by id: open exactly to whom the oracle says. */
const reads: Record<string, Probe> = {
  '/patients/info': ofPatient,
  '/aps/lookups': ofPatient,
  '/aps/search': ofPatient,
  '/patients/overview': ofPatient,
  '/patients/activities/list': ofPatient,
  '/patients/demographics': ofPatient,
  '/patients/base-demography': ofPatient,
  '/patients/info-alt': ofPatient,
  '/patients/field-history': ofPatient,
  '/patients/encounter-client-configuration': ofPatient,
  '/patients/recent-viewers': ofPatient,
  '/patients/encounters': ofPatient,
  '/patients/conditions': ofPatient,
  '/patients/appointments/list': ofPatient,
  '/patients/care-team': ofPatient,
  '/document-export/sent': ofPatient,
  '/care-teams/members': ofPatient,
  '/care-teams/is-member': changed(ofPatient, { userId: 1 }),
  '/patients/emergency-access': ofPatient,
  '/patients/charts': ofPatient,
  '/patients/populations/list': ofPatient,
  '/provider/referrals/info': ofReferral,
  '/provider/referrals/digest': ofReferral,
  '/document-viewer/demographics/:patientId': ofPatient,
  '/document-viewer/summary-of-care/:patientId': ofPatient,
  '/document-viewer/referral/:referralId': ofReferral,
  '/document-viewer/:patientDocumentId': ofDocument,
  '/document-viewer/:patientDocumentId/download': ofDocument,
  '/users/find': ofPatient,
  '/users/notifications/suggested': ofPatient,
  '/provider/messages': ofConversation,
  '/provider/messages/conversations/single': ofConversation,
  '/provider/messages/conversations/page': ofConversation,
  '/provider/messages/find': ofConversation,
  '/provider/messages/drafts': ofConversation,
  '/provider/referrals/draft': ofPatient,
  '/provider/messages/page': ofUserMessage,
  '/provider/messages/readers': ofUserMessage,
  '/provider/workqueues/encounters/access': ofQueueItem,
  '/provider/tasks/work-queue-items/task-info': { ...ofQueueItem, refusal: 'no_access' },
  '/provider/tasks/assignees': ofPatient,
  '/provider/tasks/templates': ofPatient,
  '/notifications/sms/list': ofPatient,
};

const someVisit = { healthcareProviderId: 1, appointmentAddressId: 1, appointmentTime: '2087-01-15T14:30:00Z' };
const someFax = { toName: 'x', fromName: 'x', fromOrganization: 'x', charts: [{ associationType: 1, patientId: 1 }] };
const ofMember = changed(ofPatient, { careTeamMemberId: 1, version: 1 });
/** Changes: for what is closed to somebody they answer as if it were not there. */
const changes: Record<string, Probe> = {
  '/provider/referrals/create': changed(ofPatient, { referralReason: 'x', urgencyDays: 7 }),
  '/provider/referrals/draft/save': changed(ofPatient, { version: randomUUID(), seen: [], content: null }),
  '/provider/referrals/accept': ofReferral,
  '/provider/referrals/decline': changed(ofReferral, { declineReason: 1 }),
  '/provider/referrals/select-provider': changed(ofReferral, { healthcareProviderId: 1 }),
  '/provider/referrals/cancel': ofReferral,
  '/provider/referrals/update': changed(ofReferral, { version: 1, referralReason: 'x', urgencyDays: 7 }),
  '/provider/referrals/urgency-days': changed(ofReferral, { version: 1, urgencyDays: 7 }),
  '/provider/referrals/reschedule': changed(ofReferral, someVisit),
  '/provider/referrals/no-show': ofReferral,
  '/provider/referrals/cancel-appointment': ofReferral,
  '/provider/workqueues/setcompleted': changed(ofQueueItem, { setCompleted: true, version: 99 }),
  '/provider/workqueues/encounters/claim': changed(ofQueueItem, { isClaimed: false }),
  '/provider/referrals/complete': changed(ofReferral, { comment: 'x' }),
  '/provider/referrals/record/request': ofReferral,
  '/provider/referrals/reopen': changed(ofReferral, { reason: 'x' }),
  '/provider/referrals/comment': changed(ofReferral, { comment: 'x' }),
  '/documents/upload': {
    ...ofPatient,
    input: (PatientId) => ({ PatientId, DocumentTypeId: 1, DateProvided: '2026-03-02', HIPAAReleaseOnFile: true }),
    atOnce: uploadLimits.atOnce,
  },
  '/patients/appointments/save': changed(ofPatient, someVisit),
  '/patients/encounter': changed(ofPatient, { patientEncounterId: 1 }),
  '/patients/save-demography': changed(ofPatient, { firstName: 'x', lastName: 'x', genderCode: 1, version: 1 }),
  '/patients/save-guarantor': changed(ofPatient, { firstName: 'x', lastName: 'x' }),
  '/patients/save-insurance': changed(ofPatient, { payerName: 'x' }),
  '/patients/delete-insurance': changed(ofPatient, { patientCoverageId: 1, version: 1 }),
  '/patients/save-encounter': changed(ofPatient, { encounterTypeCode: 1, encounterDate: '2026-03-02T10:00:00Z' }),
  '/provider/patients/favorite': changed(ofPatient, { isFavorite: true }),
  '/patients/care-team/leave': changed(ofPatient, { reason: 'x' }),
  '/care-teams/leave': changed(ofPatient, { reason: 'x' }),
  '/care-teams/remove-member': changed(ofPatient, { reason: 'x', careTeamMemberId: 1 }),
  '/care-teams/invite': changed(ofPatient, { userIds: [1, 2] }),
  '/care-teams/join': ofPatient,
  '/users/list': ofPatient,
  '/care-teams/set-member-inactive': ofMember,
  '/care-teams/set-member-relationship-type': changed(ofMember, { relationshipType: 1 }),
  '/care-teams/update-patient-pcp': ofMember,
  '/provider/tasks/create': changed(ofPatient, someTask),
  '/notifications/sms/send': changed(ofPatient, someText),
  '/document-export/fax': changed(ofPatient, { ...someFax, toFaxNumber: '6175550123' }),
  '/provider/messages/send': changed(ofPatient, { message: 'x', recipientUserIds: [1, 2] }),
  '/provider/messages/quick-reply': changed(ofConversation, { message: 'x' }),
  '/provider/messages/archive': changed(ofConversation, { archiveConversation: true }),
  '/provider/messages/mark-read': ofConversation,
  '/provider/messages/mark-unread': ofUserMessage,
  '/provider/messages/drafts/save': changed(ofConversation, { message: 'x' }),
};

/** Lists and answers that are compared in tests of their own below. */
const compared = [
  '/provider/patients',
  '/provider/patients/can-access',
  '/provider/patients/count',
  '/patients/find',
  '/patients/search',
  '/provider/referrals',
  '/provider/workQueues/info',
  '/provider/care-team-invites/get-pending-invite-count',
  '/provider/care-team-invites/get',
  '/provider/workQueues/:workQueueId',
  '/provider/workQueues/:workQueueId/:status',
  '/provider/messages/conversations',
  '/provider/messages/unread-count',
  '/users/impersonatable',
];

/** Parts of a document: which of them there are depends on its format. */
const partsOfDocuments: Record<string, Probe> = {
  '/document-viewer/:patientDocumentId/text': ofDocument,
  '/document-viewer/:patientDocumentId/pdf': ofDocument,
  '/document-viewer/:patientDocumentId/windows': ofDocument,
  '/document-viewer/:patientDocumentId/words/:page': changed(ofDocument, { page: 1 }),
  '/document-viewer/:patientDocumentId/prepare': ofDocument,
  '/document-viewer/:patientDocumentId/find': changed(ofDocument, { term: 'the' }),
  '/document-viewer/:patientDocumentId/:page': changed(ofDocument, { page: 1 }),
  '/document-viewer/:patientDocumentId/thumbnail/:page': changed(ofDocument, { page: 1 }),
};

/** Calls that take no id of a patient's and tell nothing of one. */
const harmless = [
  ...signInEndpoints,
  ...consultationEndpoints,
  ...directoryEndpoints,
  ...severalQueueItems,
  ...taskEndpoints,
  ...ownAccountEndpoints,
  ...userAdministration,
  ...careTeamEndpoints,
  ...otherHarmless,
];

test('every endpoint is in this matrix', () => {
  const known = [
    ...Object.keys(reads),
    ...Object.keys(changes),
    ...Object.keys(partsOfDocuments),
    ...compared,
    ...harmless,
    ...siteAndSupport,
    ...keptByUsers,
    ...readAndSaved,
    ...reviewedPairs,
  ];
  expect([...endpoints.keys()].toSorted()).toEqual(known.toSorted());
});

test('every endpoint of the contracts is called by a test', () => {
  const features = new URL('.', import.meta.url);
  const tests = readdirSync(features, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, features), 'utf8'))
    .join('\n');
  expect([...declaredEndpoints().keys()].filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([]);
});

const someAtOnce = 20;
describe.each(Object.entries(reads))('%s', (path, probe) => {
  test('opens exactly what is the user’s', async () => {
    for (const { userId, username } of oracle.users) {
      const opened = new Set<number>();
      const refusal = probe.refusal ?? 'unauthorized_patient';
      const refusals = new Set<string>([refusal]);
      const open = async (id: number) => {
        const { body } = await callers.get(username)!.call(endpoints.get(path)!, probe.input(id));
        if (body.wasSuccessful) opened.add(id);
        else refusals.add(body.code);
      };
      for (const some of chunks(probe.ids(), someAtOnce)) await Promise.all(some.map(open));
      expect([...refusals]).toEqual([refusal]);
      const allowed = probe.ids().filter((id) => probe.may(userId).has(id));
      expect({ username, opened: [...opened].toSorted((a, b) => a - b) }).toEqual({ username, opened: allowed });
    }
  }, 60_000);
});

describe.each(Object.entries({ ...changes, ...partsOfDocuments }))('%s', (path, probe) => {
  test('is closed for what is not the user’s', async () => {
    for (const { userId, username } of oracle.users) {
      const closed = probe.ids().filter((id) => !probe.may(userId).has(id));
      const refuse = async (id: number) => {
        const { body } = await callers.get(username)!.call(endpoints.get(path)!, probe.input(id));
        expect({ username, id, body }).toMatchObject({
          body: { wasSuccessful: false, code: probe.refusal ?? 'unauthorized_patient' },
        });
      };
      for (const some of chunks(closed, probe.atOnce ?? someAtOnce)) await Promise.all(some.map(refuse));
    }
  }, 60_000);
});

/** Every page of a list that goes on by cursor. */
async function readAll(caller: Caller, path: string, input: object): Promise<{ items: Record<string, unknown>[] }> {
  const items: Record<string, unknown>[] = [];
  let cursor: unknown;
  do {
    const page: Record<string, unknown> = await caller.ok(endpoints.get(path)!, { ...input, cursor });
    items.push(...(page['items'] as Record<string, unknown>[]));
    cursor = page['nextCursor'] ?? undefined;
  } while (cursor !== undefined);
  return { items };
}

const idsIn = (items: Record<string, unknown>[], key: string) =>
  items.map((item) => Number(item[key])).toSorted((a, b) => a - b);

test('patient lists hold exactly what is the user’s', async () => {
  for (const { userId, username } of oracle.users) {
    const caller = callers.get(username)!;
    const mine = [...oracle.patientsOf(userId)].toSorted((a, b) => a - b);
    expect(idsIn((await readAll(caller, '/provider/patients', {})).items, 'patientId')).toEqual(mine);
    for (const sortBy of ['lastEncounter', 'city', 'dateOfBirth']) {
      const sorted = await readAll(caller, '/provider/patients', { sortBy, isDescending: sortBy !== 'city' });
      expect(idsIn(sorted.items, 'patientId')).toEqual(mine);
    }
    expect((await caller.ok(endpoints.get('/provider/patients/count')!, {}))['total']).toBe(mine.length);
    const search = ({ mrn }: { mrn: string }) => caller.ok(endpoints.get('/patients/find')!, { phrase: mrn });
    const found: Record<string, unknown>[] = [];
    for (const some of chunks(oracle.patients, 8)) found.push(...(await Promise.all(some.map(search))));
    const told = found.flatMap((answer) => answer['items'] as Record<string, unknown>[]);
    expect(
      idsIn(
        told.filter(({ patient }) => patient !== null),
        'patientId',
      ),
    ).toEqual(mine);
    for (const patient of oracle.patients) {
      const { items } = await readAll(caller, '/provider/patients', { searchTerm: patient.mrn });
      expect(idsIn(items, 'patientId')).toEqual(mine.includes(patient.patientId) ? [patient.patientId] : []);
    }
    const answers = await Promise.all(
      oracle.patientIds.map((patientId) => caller.ok(endpoints.get('/provider/patients/can-access')!, { patientId })),
    );
    expect(oracle.patientIds.filter((_id, index) => answers[index]?.['canAccessPatient'] === true)).toEqual(mine);
  }
}, 60_000);

test('referral lists hold nothing that is not the user’s, and a patient’s list holds all that is', async () => {
  for (const { userId, username } of oracle.users) {
    const caller = callers.get(username)!;
    const mine = oracle.referralsOf(userId);
    for (const direction of [1, 2, 3]) {
      const { items } = await readAll(caller, '/provider/referrals', { direction });
      expect(idsIn(items, 'referralId').filter((id) => !mine.has(id))).toEqual([]);
    }
    for (const patientId of oracle.patientIds) {
      const { items } = await readAll(caller, '/provider/referrals', { patientId });
      const expected = oracle.referrals.filter((one) => one.patientId === patientId && mine.has(one.referralId));
      expect(idsIn(items, 'referralId')).toEqual(expected.map((one) => one.referralId));
    }
  }
}, 60_000);

test('queues, their counts and their badge hold exactly what is the user’s', async () => {
  const { rows: items } = await sql<{ id: number; queue: number; user: number | null; client: number | null }>`
    select work_queue_encounter_id as id, work_queue_id as queue, owner_user_id as user, owner_client_id as client
    from work_queue_encounter where status = 'open' order by 1`.execute(app.db);
  for (const { userId, username } of oracle.users) {
    const caller = callers.get(username)!;
    const mine = items.filter(
      (item) =>
        (item.user !== null && oracle.actsFor(userId).has(item.user)) ||
        (item.client !== null && oracle.coordinates(userId).has(item.client)),
    );
    let total = 0;
    for (const workQueueId of Object.values(WorkQueue)) {
      const ofQueue = mine.filter((item) => item.queue === workQueueId).map((item) => item.id);
      const page = await caller.ok(endpoints.get('/provider/workQueues/:workQueueId')!, { workQueueId, pageSize: 100 });
      expect(idsIn(page['items'] as Record<string, unknown>[], 'workQueueEncounterId')).toEqual(ofQueue);
      expect(page['totalItemCount']).toBe(ofQueue.length);
      const same = await caller.ok(endpoints.get('/provider/workQueues/:workQueueId/:status')!, {
        workQueueId,
        status: 1,
      });
      expect(same['totalItemCount']).toBe(ofQueue.length);
      total += ofQueue.length;
    }
    expect((await caller.ok(endpoints.get('/provider/workQueues/info')!, {}))['openCount']).toBe(total);
  }
}, 60_000);

test('conversations, and what is unread in them, are those of the person in whose name they are asked for', async () => {
  for (const { userId, username } of oracle.users) {
    const caller = callers.get(username)!;
    const counts = await caller.ok(endpoints.get('/users/impersonatable')!, { includeUnreadMessageCounts: true });
    expect(idsIn(counts['users'] as Record<string, unknown>[], 'userId')).toEqual(
      [...oracle.actsFor(userId)].toSorted((a, b) => a - b),
    );
    for (const member of oracle.actsFor(userId)) {
      const named = member === userId ? {} : { onBehalfOfUserId: member };
      const open = oracle.conversations.filter((one) => oracle.conversationsOf(member).has(one.conversationId));
      const unread = oracle.userMessages.filter(
        (one) => one.isUnread && oracle.userMessagesOf(member).has(one.userMessageId),
      );
      const list = { ...named, includeArchived: true, pageSize: 4 };
      const { items } = await readAll(caller, '/provider/messages/conversations', list);
      expect(items).toHaveLength(open.length);
      expect(new Set(items.map((item) => item['conversationKey']))).toEqual(new Set(open.map((one) => one.key)));
      const inList = items.reduce((sum, item) => sum + Number(item['unreadMessageCount']), 0);
      const badge = await caller.ok(endpoints.get('/provider/messages/unread-count')!, named);
      const row = (counts['users'] as Record<string, unknown>[]).find((one) => one['userId'] === member);
      expect([inList, badge['unreadMessageCount'], row?.['unreadMessageCount']]).toEqual(
        Array.from({ length: 3 }, () => unread.length),
      );
    }
  }
}, 60_000);

test('pending invitations are counted and listed for whom they are meant, and who acts for them', async () => {
  const { rows } = await sql<{ id: number; user: number }>`
    select care_team_member_id as id, user_id as user from care_team_member where status = 'invited' order by 1`.execute(
    app.db,
  );
  for (const { userId, username } of oracle.users) {
    const mine = rows.filter(({ user }) => oracle.actsFor(userId).has(user)).map(({ id }) => id);
    const caller = callers.get(username)!;
    const count = await caller.ok(endpoints.get('/provider/care-team-invites/get-pending-invite-count')!, {});
    const list = await caller.ok(endpoints.get('/provider/care-team-invites/get')!, {});
    expect({ username, count, total: list['totalItemCount'] }).toMatchObject({
      count: { pendingInviteCount: mine.length },
      total: mine.length,
    });
    expect(idsIn(list['items'] as Record<string, unknown>[], 'careTeamMemberId')).toEqual(mine);
  }
});

test('the outsider meets nothing of the first client', () => {
  const outsider = oracle.users.find((user) => user.username === 'outsider');
  const first = oracle.patients.filter((patient) => patient.clientId === oracle.firstClientId);
  expect(first.length).toBeGreaterThan(40);
  const mine = oracle.patientsOf(outsider?.userId ?? 0);
  expect(first.filter((patient) => mine.has(patient.patientId))).toEqual([]);
});
