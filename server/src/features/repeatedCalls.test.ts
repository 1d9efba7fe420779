import { createHash, randomUUID } from 'node:crypto';

import { WorkQueue } from '@careloop/contracts/codes';
import { completeConsultation, createConsultation, readConsultationAnswer } from '@careloop/contracts/consultations';
import type { CallOf, Endpoint } from '@careloop/contracts/endpoint';
import { getUserConversationMessages, markConversationRead, markMessageUnread } from '@careloop/contracts/messages';
import { saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { saveActivityFilters } from '@careloop/contracts/patients/activities';
import { setFavorite } from '@careloop/contracts/patients/lists';
import { getReferral } from '@careloop/contracts/referrals';
import { saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import { readReferralAnswer } from '@careloop/contracts/referrals/unread';
import { changePassword } from '@careloop/contracts/session/credentials';
import { saveWorkQueueOrder, setHiddenWorkQueues } from '@careloop/contracts/work-queues';
import { claimWorkQueueItem } from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildColleagues, send } from '../../test/conversations.ts';
import {
  addProxy,
  buildCoordinator,
  buildProvider,
  buildReferral,
  buildReferralParties,
  buildUser,
  changesOf,
} from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import { draftContent } from '../../test/referralDrafts.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { password, passwordHash } from '../../test/passwords.ts';
import { queueItemOf } from '../../test/queueItems.ts';

// A call whose response was lost is repeated by the portal and by the user (docs/domain/api.md).

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const key = () => ({ 'idempotency-key': randomUUID() });

describe('a call repeated with its key', () => {
  test('that names a version gets its answer, and is done and recorded once', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    const headers = key();
    const input = { referralId, version: 1 };
    const first = await caller.ok(acceptReferral, input, headers);
    expect(first).toMatchObject({ referralId, version: 2 });
    expect(await caller.ok(acceptReferral, input, headers)).toEqual(first);
    expect(await caller.ok(getReferral, { referralId })).toMatchObject({ version: 2, status: 'accepted' });
    expect((await changesOf(app.db, referralId)).map(({ action }) => action)).toEqual([
      'referral.created',
      'referral.accepted',
    ]);
    // Somebody else's change is still met, as is one's own with another key.
    expect((await caller.fail(acceptReferral, input, key())).code).toBe('stale_version');
  });

  test('while the first is still at work waits for its answer', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    const headers = key();
    const accept = () => caller.ok(acceptReferral, { referralId, version: 1 }, headers);
    const answers = await Promise.all(Array.from({ length: 10 }, accept));
    for (const answer of answers) expect(answer).toEqual({ wasSuccessful: true, referralId, version: 2 });
    expect(await changesOf(app.db, referralId)).toHaveLength(2);
  });

  test('that was refused is tried again', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const caller = await app.as(receiver);
    const headers = key();
    const input = { referralId, version: 2 };
    expect((await caller.fail(acceptReferral, input, headers)).code).toBe('stale_version');
    await app.db.updateTable('referral').set({ version: 2 }).where('referral_id', '=', referralId).execute();
    expect(await caller.ok(acceptReferral, input, headers)).toMatchObject({ version: 3 });
  });

  test('that names no version is not refused as if somebody else had been first', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
    const caller = await app.as(receiver);
    const headers = key();
    const claim = () => caller.ok(claimWorkQueueItem, { workQueueEncounterId, isClaimed: true }, headers);
    expect(await claim()).toEqual(await claim());
    const { count } = await app.db
      .selectFrom('audit_event')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('subject_type', '=', 'work_queue_encounter')
      .where('subject_id', '=', workQueueEncounterId)
      .where('kind', '=', 'change')
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('that proved the current password is not told that it is wrong', async () => {
    const user = await buildUser(app.db, { passwordHash });
    const caller = await app.as(user);
    const next = 'seven quiet herons';
    const input = { currentPassword: password, password: next, confirmPassword: next };
    const headers = key();
    const first = await caller.ok(changePassword, input, headers);
    expect(await caller.ok(changePassword, input, headers)).toEqual(first);
    expect((await caller.fail(changePassword, input)).code).toBe('invalid_input');
    expect(await caller.fail(changePassword, { ...input, currentPassword: 'a guess' }, headers)).toMatchObject({
      code: 'idempotency_conflict',
    });
    // Nobody who reads the table can try passwords against it.
    const { request_digest } = await app.db
      .selectFrom('idempotency_key')
      .select('request_digest')
      .where('user_id', '=', user.userId)
      .executeTakeFirstOrThrow();
    expect(request_digest).not.toBe(createHash('sha256').update(JSON.stringify(input)).digest('base64url'));
  });
});

describe('the answer of a key', () => {
  test('is not that of another user, who is asked for their own rights', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const headers = key();
    await (await app.as(receiver)).ok(acceptReferral, { referralId, version: 1 }, headers);
    const other = await app.as(await buildProvider(app.db));
    const refused = await other.fail(acceptReferral, { referralId, version: 1 }, headers);
    expect(refused.code).toBe('unauthorized_patient');
    const colleague = await app.as(await buildCoordinator(app.db, { clientId: receiver.clientId }));
    expect((await colleague.fail(acceptReferral, { referralId, version: 1 }, headers)).code).toBe('stale_version');
  });

  test('is not given for other content, nor for somebody else', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const proxy = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, proxy);
    const caller = await app.as(proxy);
    const headers = key();
    const input = { referralId, version: 1 };
    const acting = { ...input, onBehalfOfUserId: receiver.userId } as CallOf<typeof acceptReferral>;
    await caller.ok(acceptReferral, acting, headers);
    await caller.ok(acceptReferral, acting, headers);
    const conflict = { status: 409, code: 'idempotency_conflict' };
    expect(await caller.fail(acceptReferral, input, headers)).toMatchObject(conflict);
    expect(await caller.fail(acceptReferral, { ...acting, comments: 'Soon.' }, headers)).toMatchObject(conflict);
    // The key of another call is another key.
    expect(await caller.fail(declineReferral, { ...acting, declineReason: 1 }, headers)).toMatchObject({
      code: 'stale_version',
    });
  });

  test('ends with the permission for the call, and with the right to act for somebody', async () => {
    const { referralId, receiver } = await buildReferral(app);
    const { work_queue_encounter_id: workQueueEncounterId } = await queueItemOf(app.db, referralId);
    const proxy = await buildUser(app.db, { clientId: receiver.clientId });
    await addProxy(app.db, receiver, proxy);
    const caller = await app.as(proxy);
    const headers = key();
    const input = { workQueueEncounterId, isClaimed: true, onBehalfOfUserId: receiver.userId };
    await caller.ok(claimWorkQueueItem, input, headers);
    await app.db.deleteFrom('user_proxy').where('proxy_user_id', '=', proxy.userId).execute();
    expect((await caller.fail(claimWorkQueueItem, input, headers)).code).toBe('forbidden');
    await app.db.deleteFrom('user_permission').where('user_id', '=', proxy.userId).execute();
    expect((await caller.fail(claimWorkQueueItem, input, headers)).code).toBe('forbidden');
  });
});

describe('a call that takes no key, because it sets the same', () => {
  interface Case {
    caller: Caller;
    input: Record<string, unknown>;
  }

  /** Each of these calls, ready to be made. */
  const cases: Readonly<Record<string, () => Promise<Case>>> = {
    [markConversationRead.path]: async () => {
      const { reader, conversationKey } = await converse();
      return caseOf(markConversationRead, reader, { conversationKey });
    },
    [markMessageUnread.path]: async () => {
      const { reader, conversationKey } = await converse();
      await reader.ok(markConversationRead, { conversationKey });
      const { items } = await reader.ok(getUserConversationMessages, { conversationKey });
      return caseOf(markMessageUnread, reader, { userMessageId: items[0]?.userMessageId ?? 0 });
    },
    [saveMessageDraft.path]: async () => {
      const { reader, conversationKey } = await converse();
      return caseOf(saveMessageDraft, reader, { conversationKey, message: 'We will', ...ownVersion() });
    },
    [saveReferralDraft.path]: async () => {
      const { sender, patient } = await buildReferralParties(app);
      const content = draftContent();
      const input = { patientId: patient.patientId, ...ownVersion(), content };
      return caseOf(saveReferralDraft, await app.as(sender), input);
    },
    [readReferralAnswer.path]: async () => {
      const { referralId, sender, receiver } = await buildReferral(app);
      await (await app.as(receiver)).ok(acceptReferral, { referralId });
      const caller = await app.as(sender);
      const { timeline } = await caller.ok(getReferral, { referralId });
      const referralEventId = Math.max(...timeline.map((one) => one.referralEventId));
      return caseOf(readReferralAnswer, caller, { referralId, referralEventId });
    },
    [readConsultationAnswer.path]: async () => {
      const { sender, receiver, patient } = await buildReferralParties(app);
      const caller = await app.as(sender);
      const { healthcareProviderId } = receiver;
      const input = { patientId: patient.patientId, healthcareProviderId, requestNotes: 'May she take both?' };
      const { careCoordinatorRequestId } = await caller.ok(createConsultation, { ...input, patientCharts: [] });
      await (await app.as(receiver)).ok(completeConsultation, { careCoordinatorRequestId, status: 2 });
      return caseOf(readConsultationAnswer, caller, { careCoordinatorRequestId, version: 2 });
    },
    [setFavorite.path]: async () => {
      const { sender, patient } = await buildReferralParties(app);
      return caseOf(setFavorite, await app.as(sender), { patientId: patient.patientId, isFavorite: true });
    },
    [saveActivityFilters.path]: async () => caseOf(saveActivityFilters, await buildCaller(), { activityTypes: [] }),
    [saveWorkQueueOrder.path]: async () =>
      caseOf(saveWorkQueueOrder, await buildCaller(), {
        workQueueId: WorkQueue.referralToProcess,
        sortBy: 'patientName',
        sortDirection: 'ASC',
      }),
    [setHiddenWorkQueues.path]: async () =>
      caseOf(setHiddenWorkQueues, await buildCaller(), {
        workQueueIds: [WorkQueue.referralToProcess],
        showsWaitingTime: true,
      }),
  };

  const caseOf = <E extends Endpoint>(_endpoint: E, caller: Caller, input: CallOf<E>): Case => ({ caller, input });
  /** A window knows the version it has written, whether or not it got the response. */
  const ownVersion = (version = randomUUID()) => ({ version, seen: [version] });
  const buildCaller = async () => app.as(await buildCoordinator(app.db));

  async function converse() {
    const { callers } = await buildColleagues(app, 2);
    const [writer, reader] = callers as [Caller, Caller];
    return { reader, ...(await send(writer, [reader])) };
  }

  test('changes nothing and answers the same when it is repeated', async () => {
    const unkeyed = app.app.endpoints.filter((endpoint) => endpoint.unkeyed === 'same');
    const failed: string[] = [];
    for (const endpoint of unkeyed) {
      const prepare = cases[endpoint.path];
      if (prepare === undefined) throw new Error(`There is no case of ${endpoint.path}`);
      const { caller, input } = await prepare();
      const first = await caller.ok(endpoint, input);
      const rows = await everyRow();
      const second = await caller.ok(endpoint, input);
      if (JSON.stringify(first) !== JSON.stringify(second)) failed.push(`${endpoint.path} answers differently`);
      const changed = Object.entries(await everyRow()).filter(([table, digest]) => rows[table] !== digest);
      failed.push(...changed.map(([table]) => `${endpoint.path} changes ${table}`));
    }
    expect(failed).toEqual([]);
    expect(unkeyed.length).toBe(Object.keys(cases).length);
  });

  /** A digest of the rows of each table, but for when a draft was saved; of the audit, those of changes. */
  async function everyRow(): Promise<Record<string, string>> {
    const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(app.db);
    const digests: Record<string, string> = {};
    for (const { name } of tables) {
      const changes = name === 'audit_event' ? sql`where t.kind = 'change'` : sql``;
      const { rows } = await sql<{
        digest: string;
      }>`select concat(count(*), ' ', sum(hashtext((to_jsonb(t) - 'updated_at')::text))) as digest
        from ${sql.table(name)} t ${changes}`.execute(app.db);
      digests[name] = rows[0]?.digest ?? '';
    }
    return digests;
  }
});
