import { leaveCareTeam, removeCareTeamMember } from '@careloop/contracts/care-teams';
import { processInvitationsInBulk } from '@careloop/contracts/care-teams/invitations';
import { inviteToCareTeam } from '@careloop/contracts/care-teams/members';
import { cancelConsultation, completeConsultation, createConsultation } from '@careloop/contracts/consultations';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { markConversationRead, markMessageUnread } from '@careloop/contracts/messages';
import { archiveUserConversation } from '@careloop/contracts/messages/conversations';
import { sendMessage, sendQuickReply } from '@careloop/contracts/messages/sending';
import {
  approveAccessRequest,
  breakTheGlass,
  declineAccessRequest,
  requestAccess,
  reviewEmergencyAccess,
  withdrawAccessRequest,
} from '@careloop/contracts/patient-access';
import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import {
  acceptReferral,
  addReferralComment,
  cancelReferral,
  declineReferral,
} from '@careloop/contracts/referrals/processing';
import { fillDemo } from '@careloop/demo/fillDemo';
import { Random } from '@careloop/demo/random';
import { createTask } from '@careloop/contracts/tasks';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildMessenger } from '../../../test/conversations.ts';
import { addProxy } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { startWebBeside } from '../../../test/listening.ts';
import type { Browser, Heard, WebBeside } from '../../../test/listening.ts';
import { handlerOf, jobRun, portalUrl, takeJobs } from '../../../test/mails.ts';
import { readOracle } from '../../../test/oracle.ts';
import type { Oracle } from '../../../test/oracle.ts';
import { processInvitations } from '../../features/care-teams/jobs.ts';
import { checkDocuments } from '../../features/charts/checkDocuments.ts';
import { publish } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';

// Every demo user has a browser, and all of them make calls that change who may see what. The events each browser receives
// are compared with the oracle of privacy.test.ts, which does not use rooms, audiences or the product's predicates: a user
// must receive nothing they may not see, and every unread count and message of their conversations.

let app: TestApp;
let web: WebBeside;
const random = new Random('events');
const callers = new Map<number, Caller>();
const browsers = new Map<number, Browser>();
/** Once it receives a marker event, everything published before has been delivered. */
let witness: Browser;
let witnessId: number;

beforeAll(async () => {
  app = await startTestApp();
  await fillDemo({ db: app.db, storage: app.deps.storage });
  web = await startWebBeside(app);
  const { users } = await readOracle(app.db);
  const idOf = (name: string) => ({ userId: users.find(({ username }) => username === name)?.userId ?? 0 });
  // Providers who act for others, so that access of one reaches several; and a front desk without messages.
  await addProxy(app.db, idOf('drrosenberg'), idOf('drobrien'));
  for (const proxied of ['drpatel', 'coordinator']) await addProxy(app.db, idOf(proxied), idOf('drobrien'));
  for (const proxy of ['drpatel', 'drnguyen']) await addProxy(app.db, idOf('drobrien'), idOf(proxy));
  await sql`delete from user_permission where (user_id = ${idOf('frontdesk').userId} and permission = 'Messages')
    or (user_id = ${idOf('drobrien').userId} and permission = 'ManageWorkQueues')`.execute(app.db);
  // Everybody may use emergency access, and some review it.
  await sql`insert into user_permission (user_id, permission) select user_id, 'BreakTheGlass' from user_account
    union select user_id, 'EditCareTeam' from user_account where user_id % 2 = 0
    union select user_id, 'ViewAuditLog' from user_account where user_id % 3 = 0 on conflict do nothing`.execute(
    app.db,
  );
  // Some have already left: they receive nothing about their former patients until they regain access.
  await sql`update care_team_member set status = 'removed', is_pcp = false where care_team_member_id % 3 = 0`.execute(
    app.db,
  );
  for (const user of users) {
    const caller = await app.as(user);
    callers.set(user.userId, caller);
    browsers.set(user.userId, await web.listen(caller));
  }
  const last = await buildMessenger(app.db);
  witnessId = last.userId;
  witness = await web.listen(await app.as(last));
});
afterAll(async () => {
  await web.stop();
  await app.stop();
});

const isWitnessed = (step: number) => witness.heard.some(({ payload }) => payload['sequence'] === step);
const isResync = ({ event }: Heard) => event === 'ResyncEvent';

/** Events each browser received during a step. Waits for a marker count event, because counts are sent last. */
async function heardOf(step: number): Promise<Map<number, Heard[]>> {
  const fence = { userId: witnessId, sequence: step };
  await publish(app.db, [userRoom(witnessId)], 'UnreadMessageCountChangedEvent', fence);
  await expect.poll(() => isWitnessed(step), { interval: 5, timeout: 10_000 }).toBe(true);
  await publish(app.db, [...browsers.keys()].map(userRoom), 'ResyncEvent', {});
  const all = [...browsers.values()];
  await expect.poll(() => all.every(({ heard }) => heard.some(isResync)), { interval: 5, timeout: 10_000 }).toBe(true);
  return new Map([...browsers].map(([userId, { heard }]) => [userId, heard.splice(0).filter((one) => !isResync(one))]));
}

type Call = readonly [Endpoint, Record<string, unknown>];
interface Membership {
  careTeamMemberId: number;
  patientId: number;
  userId: number;
}
interface Rows {
  members: Membership[];
  invited: Membership[];
  requests: { accessRequestId: number }[];
  windows: { breakGlassAccessId: number; patientId: number }[];
  batches: { inviteBatchId: number; userId: number }[];
}

/** Rows that the calls of a step refer to, read directly from the tables. */
async function readRows(): Promise<Rows> {
  const read = async <Row>(query: ReturnType<typeof sql<Row>>) => (await query.execute(app.db)).rows;
  const memberships = (status: string) =>
    read(sql<Membership>`select care_team_member_id as "careTeamMemberId", patient_id as "patientId", user_id as "userId"
      from care_team_member where status = ${status} order by 1`);
  return {
    members: await memberships('accepted'),
    invited: await memberships('invited'),
    requests: await read(
      sql`select access_request_id as "accessRequestId" from access_request order by 1 desc limit 2`,
    ),
    windows: await read(sql`select break_glass_access_id as "breakGlassAccessId", patient_id as "patientId"
      from break_glass_access order by 1 desc`),
    batches: await read(
      sql`select invite_batch_id as "inviteBatchId", user_id as "userId" from invite_batch order by 1`,
    ),
  };
}

/** Background work of a step: invitation batches, and sometimes a document check. */
async function runBackground(step: number): Promise<void> {
  const handler = handlerOf(processInvitations);
  const email = { vendor: 'none', send: () => Promise.reject(new Error('no mail')) };
  for (const data of await takeJobs(app, processInvitations.name)) {
    await handler({ ...app.deps, portalUrl, email } as never, data, jobRun);
  }
  if (step % 15 !== 0) return;
  await sql`update patient_document set file_checked_at = null
    where patient_document_id = (select patient_document_id from patient_document order by patient_id limit 1)`.execute(
    app.db,
  );
  await checkDocuments(app.deps);
}
const reason = 'As the test wants it.';

/** Usually picks an item of the user's own, sometimes any. */
function pickFor<Item>(items: readonly Item[], isOwn: (item: Item) => boolean): Item {
  const own = random.chance(0.8) ? items.filter(isOwn) : [];
  return random.pick(own.length === 0 ? items : own);
}

const task = { description: 'Call the family.', assignedToUserId: null, dateDue: null, taskTemplateId: null };

/** A call a user might make on behalf of a person; not all are permitted. */
function anyCall(oracle: Oracle, memberId: number, { members, invited, requests, windows }: Rows): Call {
  const [conversations, messages] = [oracle.conversationsOf(memberId), oracle.userMessagesOf(memberId)];
  const [patients, referrals] = [oracle.patientsOf(memberId), oracle.referralsOf(memberId)];
  const { key: conversationKey } = pickFor(oracle.conversations, (one) => conversations.has(one.conversationId));
  const { userMessageId } = pickFor(oracle.userMessages, (one) => messages.has(one.userMessageId));
  const referralId = pickFor(oracle.referralIds, (id) => referrals.has(id));
  // Only a few patients, so that the users' actions affect each other.
  const patientId = pickFor(oracle.patientIds.slice(0, 4), (id) => patients.has(id));
  const { careTeamMemberId, patientId: teamOf } = pickFor(members, (one) => one.userId === memberId);
  const closedId = random.pick(oracle.patientIds.slice(0, 4));
  const invitedIds = invited.filter((one) => one.userId === memberId).map((one) => one.careTeamMemberId);
  const { accessRequestId = 1 } = requests.length === 0 ? {} : random.pick(requests);
  const { breakGlassAccessId = 1 } = windows.length === 0 ? {} : random.pick(windows);
  const bulk = { careTeamMemberIds: invitedIds.length === 0 ? [1] : invitedIds, reason };
  const consultationId = pickFor(oracle.consultationIds, (id) => oracle.consultationsOf(memberId).has(id));
  const consultation = { careCoordinatorRequestId: consultationId };
  const { userId: askedId } = random.pick(oracle.users);
  const recipientUserIds = random.some(oracle.users, random.int(1, 2)).map((user) => user.userId);
  return random.pick<Call>([
    [sendMessage, { message: 'Please look.', recipientUserIds, patientId }],
    [sendMessage, { message: 'And here.', recipientUserIds }],
    ...Array.from({ length: 5 }, (): Call => [sendQuickReply, { conversationKey, message: 'Yes.' }]),
    ...Array.from({ length: 4 }, (): Call => [markConversationRead, { conversationKey }]),
    [markMessageUnread, { userMessageId }],
    [archiveUserConversation, { conversationKey, archiveConversation: random.chance(0.7) }],
    [leaveCareTeam, { patientId: teamOf, reason }],
    [removeCareTeamMember, { careTeamMemberId, patientId: teamOf, reason }],
    ...Array.from({ length: 3 }, (): Call => [acceptReferral, { referralId }]),
    ...Array.from({ length: 3 }, (): Call => [declineReferral, { referralId, declineReason: 1 }]),
    [addReferralComment, { referralId, comment: 'One more thing.' }],
    ...Array.from({ length: 3 }, (): Call => [cancelReferral, { referralId }]),
    ...Array.from({ length: 3 }, (): Call => [requestAccess, { patientId: closedId, reason }]),
    [approveAccessRequest, { accessRequestId }],
    [declineAccessRequest, { accessRequestId, reason }],
    [withdrawAccessRequest, { accessRequestId }],
    ...Array.from({ length: 3 }, (): Call => [breakTheGlass, { patientId: closedId, reason }]),
    ...Array.from({ length: 3 }, (): Call => [createTask, { patientId, ...task }]),
    ...Array.from({ length: 2 }, (): Call => [createConsultation, { patientId, requestedToUserId: askedId }]),
    ...Array.from({ length: 3 }, (): Call => [completeConsultation, { ...consultation, status: 1, version: 1 }]),
    [cancelConsultation, { ...consultation, version: 1 }],
    [reviewEmergencyAccess, { breakGlassAccessId }],
    ...Array.from({ length: 3 }, (): Call => [inviteToCareTeam, { patientId, userIds: recipientUserIds }]),
    ...Array.from({ length: 3 }, (): Call => [processInvitationsInBulk, { ...bulk, isAccepting: random.chance(0.3) }]),
  ]);
}

interface Look {
  userId: number;
  rows: Rows;
  before: Oracle;
  after: Oracle;
}

const any = (ids: Set<number>, isSo: (id: number) => boolean) => [...ids].some(isSo);
const idOfKey = (oracle: Oracle, key: unknown) =>
  oracle.conversations.find((one) => one.key === key)?.conversationId ?? 0;

/** Whether the user, or somebody they act for, is in a conversation and may see its subject. */
const isInConversation = (oracle: Oracle, userId: number, key: unknown) =>
  any(oracle.actsFor(userId), (member) => oracle.conversationsOf(member).has(idOfKey(oracle, key)));

const unreadOf = (oracle: Oracle, userId: number) =>
  oracle.userMessages.filter((one) => one.isUnread && oracle.userMessagesOf(userId).has(one.userMessageId)).length;

/** For each event, whether a user may receive it; computed from the plain tables. */
const may: Record<RealtimeEventName, (payload: Record<string, unknown>, look: Look) => boolean> = {
  UnreadMessageCountChangedEvent: ({ userId: member, unreadMessageCount, newMessage }, { userId, after }) => {
    const named = newMessage as { conversationKey: string } | undefined;
    const own = after.conversationsOf(Number(member));
    return (
      after.holds(userId, 'Messages') &&
      after.actsFor(userId).has(Number(member)) &&
      unreadMessageCount === unreadOf(after, Number(member)) &&
      (named === undefined || own.has(idOfKey(after, named.conversationKey)))
    );
  },
  ConversationChangedEvent: ({ conversationKey }, { userId, after }) =>
    after.holds(userId, 'Messages') && isInConversation(after, userId, conversationKey),
  ConversationReadEvent: ({ conversationKey }, { userId, after }) =>
    after.holds(userId, 'Messages') && isInConversation(after, userId, conversationKey),
  CareTeamMembershipUpdatedEvent: ({ userId: whose }, { userId, after }) => after.actsFor(userId).has(Number(whose)),
  CareTeamChangedEvent: ({ patientId }, { userId, after }) => after.patientsOf(userId).has(Number(patientId)),
  PatientChangedEvent: ({ patientId }, { userId, after }) => after.patientsOf(userId).has(Number(patientId)),
  PatientNewsEvent: ({ patientId }, { userId, after }) => after.patientsOf(userId).has(Number(patientId)),
  DocumentCheckedEvent: ({ patientId }, { userId, after }) => after.patientsOf(userId).has(Number(patientId)),
  // A user who loses access through the change still receives the event for it.
  ReferralChangedEvent: ({ referralId }, { userId, before, after }) =>
    [before, after].some((oracle) => oracle.referralsOf(userId).has(Number(referralId))),
  ConsultationChangedEvent: ({ careCoordinatorRequestId: id }, { userId, before, after }) =>
    [before, after].some((oracle) => oracle.consultationsOf(userId).has(Number(id))),
  WorkQueueItemChangedEvent: ({ workQueueEncounterId }, { userId, before, after }) =>
    after.holds(userId, 'ManageWorkQueues') &&
    [before, after].some((oracle) => oracle.queueItemsOf(userId).has(Number(workQueueEncounterId))),
  TaskChangedEvent: ({ patientId }, { userId, before, after }) =>
    [before, after].some((oracle) => oracle.patientsOf(userId).has(Number(patientId))),
  // Nobody merges patients here.
  PatientMergedEvent: () => false,
  DuplicatesChangedEvent: () => false,
  // To the user who gets access, and to those who see the patient without emergency access.
  AccessRequestChangedEvent: ({ patientId, userId: whose }, { userId, before, after }) =>
    after.actsFor(userId).has(Number(whose)) ||
    [before, after].some((oracle) => oracle.careOf(userId).has(Number(patientId))),
  EmergencyAccessEvent: ({ patientId }, { userId, after }) => after.patientsOf(userId).has(Number(patientId)),
  EmergencyAccessReviewEvent: ({ breakGlassAccessId }, { userId, after, rows }) => {
    const window = rows.windows.find((one) => one.breakGlassAccessId === breakGlassAccessId);
    const clientId = after.patients.find((one) => one.patientId === window?.patientId)?.clientId ?? 0;
    const isOfClient = any(after.actsFor(userId), (member) => after.clientsOf(member).has(clientId));
    return after.holds(userId, 'ViewAuditLog') && isOfClient;
  },
  // A batch belongs to one user.
  InviteBatchChangedEvent: ({ inviteBatchId }, { userId, rows }) =>
    rows.batches.some((one) => one.inviteBatchId === inviteBatchId && one.userId === userId),
  InvitationDeclinedEvent: ({ userId: inviter }, { userId, after }) => after.actsFor(userId).has(Number(inviter)),
  // No worker runs here, so nothing is delivered.
  DeliveryChangedEvent: () => false,
  // No text messages here; features/sharing/sms/texts.test.ts covers their recipients.
  TextMessagesChangedEvent: () => false,
  TextReplyReceivedEvent: () => false,
  // No EMR here; features/sharing/emr/emr.test.ts covers the recipients.
  RecordPulledEvent: () => false,
  // About the receiving session only. No call here changes permissions, features or proxies.
  AccessChangedEvent: () => false,
  ResyncEvent: () => true,
};

/** Of the events about referrals and consultations that anybody received, those the user must receive: all they see. */
function owedOfRequests({ userId, before, after }: Look, published: readonly Heard[]): Heard[] {
  return published.filter(({ event, payload }) => {
    const seenBy = (oracle: Oracle) =>
      event === 'ReferralChangedEvent'
        ? oracle.referralsOf(userId).has(Number(payload['referralId']))
        : oracle.consultationsOf(userId).has(Number(payload['careCoordinatorRequestId']));
    return isOfRequest({ event }) && [before, after].every(seenBy);
  });
}

const isOfRequest = ({ event }: Pick<Heard, 'event'>) =>
  event === 'ReferralChangedEvent' || event === 'ConsultationChangedEvent';

/** Events a user must receive: each changed count of theirs and those they act for, and the messages behind it. */
function owed({ userId, before, after }: Look): Heard[] {
  if (!after.holds(userId, 'Messages')) return [];
  const members = [...after.actsFor(userId)].filter((member) => after.holds(member, 'Messages'));
  const counts = members
    .filter((member) => unreadOf(before, member) !== unreadOf(after, member))
    .map((member): Heard => {
      const payload = { userId: member, unreadMessageCount: unreadOf(after, member) };
      return { event: 'UnreadMessageCountChangedEvent', payload: expect.objectContaining(payload) };
    });
  const lengths = new Map(before.conversations.map(({ key, lastSequence }) => [key, lastSequence]));
  const said = after.conversations
    .filter(({ key, lastSequence }) => lengths.get(key) !== lastSequence)
    .filter(({ conversationId }) => members.some((member) => after.conversationsOf(member).has(conversationId)))
    .map(({ key, lastSequence }): Heard => {
      return { event: 'ConversationChangedEvent', payload: { conversationKey: key, lastSequence } };
    });
  return [...counts, ...said];
}

test('each browser receives exactly the events its user may see', async () => {
  const told = new Set<RealtimeEventName>();
  let [done, before] = [0, await readOracle(app.db)];
  for (let step = 1; step <= 220; step += 1) {
    const seen = await readRows();
    const caller = random.pick([...callers.values()]);
    const onBehalfOfUserId = random.pick([...before.actsFor(caller.userId)]);
    const [endpoint, input] = anyCall(before, onBehalfOfUserId, seen);
    const { body } = await caller.call(endpoint, endpoint === breakTheGlass ? input : { ...input, onBehalfOfUserId });
    await runBackground(step);
    if (body.wasSuccessful) done += 1;
    const after = await readOracle(app.db);
    const rows = await readRows();
    const heard = await heardOf(step);
    for (const [userId, events] of heard) {
      const look = { userId, before, after, rows };
      const call = { step, path: endpoint.path, userId };
      expect({ ...call, wrong: events.filter(({ event, payload }) => !may[event](payload, look)) }).toEqual({
        ...call,
        wrong: [],
      });
      const due = [...owed(look), ...owedOfRequests(look, [...heard.values()].flat())];
      expect({ ...call, events }).toEqual({ ...call, events: expect.arrayContaining(due) });
      for (const { event } of events) told.add(event);
    }
    before = after;
  }
  // The test is only meaningful if enough calls succeed and every event they can cause occurs.
  expect(done).toBeGreaterThan(40);
  const others = [
    'PatientChangedEvent',
    'PatientMergedEvent',
    'DuplicatesChangedEvent',
    'DeliveryChangedEvent',
    'TextMessagesChangedEvent',
    'TextReplyReceivedEvent',
    'RecordPulledEvent',
    'AccessChangedEvent',
    'ResyncEvent',
  ];
  expect([...told].toSorted()).toEqual(
    Object.keys(realtimeEvents)
      .filter((event) => !others.includes(event))
      .toSorted(),
  );
}, 240_000);
