import {
  getSupportRequest,
  listSupportRequests,
  resolveSupportRequest,
  submitSupportRequest,
  supportTexts,
} from '@careloop/contracts/support';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { inTurn } from '../../../test/attempts.ts';
import { buildClient, buildUser } from '../../../test/factories.ts';
import { loggedLines, startTestApp } from '../../../test/harness.ts';
import { jobRun } from '../../../test/mails.ts';
import { startSmtpServer } from '../../../test/smtpServer.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import type { SmtpServer } from '../../../test/smtpServer.ts';
import { smtpSender } from '../../core/integrations/email/smtp.ts';
import { mailRequest } from './mailRequest.ts';
import { deliveryKey } from './queries.ts';

let app: TestApp;
let smtp: SmtpServer;
let clientId: number;
let caller: Caller;
let manager: Caller;
let otherManager: Caller;
beforeAll(async () => {
  app = await startTestApp({ SUPPORT_EMAIL: 'desk@example.org' });
  smtp = await startSmtpServer();
  ({ clientId } = await buildClient(app.db));
  caller = await app.as(await buildUser(app.db, { clientId, email: 'Robin@example.org' }));
  manager = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageSite'] }));
  otherManager = await app.as(await buildUser(app.db, { permissions: ['ManageSite'] }));
});
afterAll(async () => {
  await smtp.stop();
  await app.stop();
});

const request = () => ({
  name: 'Robin Reyes',
  email: 'robin@example.org',
  clientId,
  summary: 'The list of referrals stays empty',
  errorCodes: 'FE-t5x0zd',
  description: 'Since this morning.',
  impact: 1 as const,
});

function queuedJobs(supportRequestId: number) {
  return app.db
    .withTables<{ 'pgboss.job': { name: string; data: { supportRequestId: number; to: string } } }>()
    .selectFrom('pgboss.job')
    .select('data')
    .where('name', '=', 'mail-support-request')
    .execute()
    .then((rows) => rows.map(({ data }) => data).filter((data) => data.supportRequestId === supportRequestId))
    .then((jobs) => jobs.toSorted((a, b) => b.to.localeCompare(a.to)));
}

/** Runs a mail job as the worker would. */
async function runMail(supportRequestId: number, to: 'support' | 'requester', isResolved = false, run = jobRun) {
  const email = smtpSender(smtp.url);
  await mailRequest(
    { ...app.deps, email, portalUrl: 'http://127.0.0.1:3000' },
    { supportRequestId, to, isResolved },
    run,
  );
}

describe('submitting a support request', () => {
  test('stores it, audits it, and notifies support and the requester', async () => {
    const { supportRequestId } = await caller.ok(submitSupportRequest, request());
    const found = await manager.ok(getSupportRequest, { supportRequestId });
    const { clientId: _, ...shown } = request();
    expect(found).toMatchObject({ ...shown, status: 'open', version: 1, deliveries: [] });
    expect(await queuedJobs(supportRequestId)).toEqual([
      { supportRequestId, to: 'support' },
      { supportRequestId, to: 'requester' },
    ]);
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['kind', 'action', 'user_id', 'details'])
      .where('subject_type', '=', 'support_request')
      .where('subject_id', '=', supportRequestId)
      .where('kind', '=', 'change')
      .execute();
    expect(audited).toEqual([
      {
        kind: 'change',
        action: 'support_request.created',
        user_id: caller.userId,
        details: { clientId, impact: 1 },
      },
    ]);
  });

  test('sends no mail to an address other than the account’s', async () => {
    const without = await app.as(await buildUser(app.db, { clientId, email: null }));
    for (const [writer, email] of [
      [caller, 'a.stranger@example.org'],
      [without, 'robin@example.org'],
    ] as const) {
      const { supportRequestId } = await writer.ok(submitSupportRequest, { ...request(), email });
      expect(await queuedJobs(supportRequestId)).toEqual([{ supportRequestId, to: 'support' }]);
      expect(await manager.ok(getSupportRequest, { supportRequestId })).toMatchObject({ email });
      await runMail(supportRequestId, 'support');
      const [toSupport, ...more] = smtp.messages.splice(0);
      expect(more).toEqual([]);
      expect(toSupport?.text).toContain('This is not the address of their account.');
    }
  });

  test('creates one request, even if sent repeatedly', async () => {
    const key = { 'idempotency-key': 'a-support-request' };
    const answers = await Promise.all(Array.from({ length: 5 }, () => caller.ok(submitSupportRequest, request(), key)));
    expect(new Set(answers.map((answer) => answer.supportRequestId)).size).toBe(1);
  });

  test('needs a session', async () => {
    expect((await app.nobody.fail(submitSupportRequest, request())).status).toBe(401);
  });

  test("is about one of the user's clients", async () => {
    const other = await buildClient(app.db);
    for (const id of [other.clientId, 999_999]) {
      expect(await caller.fail(submitSupportRequest, { ...request(), clientId: id })).toMatchObject({
        code: 'invalid_input',
        validationErrors: { clientId: supportTexts.clientNotYours },
      });
    }
  });

  test('reports what is wrong, and stores nothing', async () => {
    const count = () => app.db.selectFrom('support_request').select('support_request_id').execute();
    const before = await count();
    expect((await caller.fail(submitSupportRequest, { ...request(), email: 'robin' })).validationErrors).toEqual({
      email: 'Invalid email address',
    });
    expect(await count()).toEqual(before);
  });

  test('accepts the maximum lengths, and missing optional fields', async () => {
    await caller.ok(submitSupportRequest, {
      ...request(),
      name: 'n'.repeat(50),
      summary: 's'.repeat(500),
      errorCodes: 'e'.repeat(50),
      description: 'd'.repeat(1_000),
    });
    const { supportRequestId } = await caller.ok(submitSupportRequest, {
      ...request(),
      errorCodes: ' ',
      description: undefined,
      impact: 0,
    });
    expect(await manager.ok(getSupportRequest, { supportRequestId })).toMatchObject({
      errorCodes: null,
      description: null,
      impact: 0,
    });
  });

  test('is limited per hour', async () => {
    const hasty = await app.as(await buildUser(app.db, { clientId }));
    for (let count = 0; count < 19; count += 1) await hasty.ok(submitSupportRequest, request());
    const lock = sql`select from user_account where user_id = ${hasty.userId} for update`;
    const submit = () => hasty.call(submitSupportRequest, request());
    const [last, beyond] = await inTurn(app.db, lock, submit, submit);
    expect([last.status, beyond.status]).toEqual([200, 429]);
    expect(await hasty.fail(submitSupportRequest, request())).toMatchObject({
      status: 429,
      message: supportTexts.tooMany,
    });
  });
});

describe('mails', () => {
  test('support gets the request, the requester a confirmation, each once', async () => {
    const { supportRequestId } = await caller.ok(submitSupportRequest, request());
    for (const to of ['support', 'requester', 'support'] as const) await runMail(supportRequestId, to);
    const [toSupport, toRequester, ...more] = smtp.messages.splice(0);
    expect(more).toEqual([]);
    expect(toSupport?.to).toBe('desk@example.org');
    expect(toSupport?.text).toContain(`support request ${supportRequestId} (medium impact)`);
    expect(toSupport?.text).toContain('The list of referrals stays empty');
    expect(toSupport?.text).toContain('FE-t5x0zd');
    expect(toSupport?.text.replaceAll('=\r\n', '')).toContain(
      `/provider/Site/SupportRequests?supportRequestId=3D${supportRequestId}`,
    );
    expect(toRequester?.to).toBe('robin@example.org');
    expect(toRequester?.text).not.toContain('stays empty');
    const { deliveries } = await manager.ok(getSupportRequest, { supportRequestId });
    expect(deliveries.map(({ recipientAddress, status, vendor }) => [recipientAddress, status, vendor])).toEqual([
      ['desk@example.org', 'delivered', 'smtp'],
      ['robin@example.org', 'delivered', 'smtp'],
    ]);
  });

  test('the requester learns that the request was resolved, once and without what was written', async () => {
    const { supportRequestId } = await caller.ok(submitSupportRequest, request());
    await manager.ok(resolveSupportRequest, { supportRequestId, version: 1, resolution: 'Filters were set.' });
    expect(await queuedJobs(supportRequestId)).toContainEqual({ supportRequestId, to: 'requester', isResolved: true });
    await runMail(supportRequestId, 'requester', true);
    await runMail(supportRequestId, 'requester', true);
    const [mail, ...more] = smtp.messages.splice(0);
    expect(more).toEqual([]);
    expect(mail?.to).toBe('robin@example.org');
    expect(mail?.text).toContain(`Your support request ${supportRequestId} has been resolved.`);
    expect(mail?.text).not.toMatch(/stays empty|Filters/);
    const { deliveries } = await manager.ok(getSupportRequest, { supportRequestId });
    expect(deliveries).toMatchObject([{ recipientAddress: 'robin@example.org', status: 'delivered' }]);
  });

  test('an address that is not the account’s gets no mail about the resolution either', async () => {
    const email = 'a.stranger@example.org';
    const { supportRequestId } = await caller.ok(submitSupportRequest, { ...request(), email });
    await manager.ok(resolveSupportRequest, { supportRequestId, version: 1 });
    expect(await queuedJobs(supportRequestId)).toEqual([{ supportRequestId, to: 'support' }]);
  });

  test('a failed mail is retried, and counts as failed after the last attempt', async () => {
    const { supportRequestId } = await caller.ok(submitSupportRequest, request());
    for (const status of ['queued', 'failed']) {
      smtp.fail('DATA', '451 try later');
      const run = { ...jobRun, isLastAttempt: status === 'failed' };
      await expect(runMail(supportRequestId, 'support', false, run)).rejects.toThrow('451');
      const { deliveries } = await manager.ok(getSupportRequest, { supportRequestId });
      expect(deliveries).toMatchObject([{ status }]);
    }
    await runMail(supportRequestId, 'support');
    expect(smtp.messages.splice(0)).toHaveLength(1);
  });

  test('a mail whose outcome was lost is shown as such', async () => {
    const { supportRequestId } = await caller.ok(submitSupportRequest, request());
    await runMail(supportRequestId, 'support');
    const mail = app.db.updateTable('delivery').where('dedupe_key', '=', deliveryKey(supportRequestId, 'support'));
    await mail.set({ status: 'unknown', delivered_at: null }).execute();
    smtp.messages.splice(0);
    expect((await manager.ok(getSupportRequest, { supportRequestId })).deliveries).toMatchObject([
      { status: 'unknown' },
    ]);
  });
});

describe('support requests of a client', () => {
  test('are for site administrators', async () => {
    for (const endpoint of [listSupportRequests, getSupportRequest, resolveSupportRequest]) {
      const input = { supportRequestId: 1, version: 1 };
      expect((await app.nobody.fail(endpoint, input)).status).toBe(401);
      expect((await caller.fail(endpoint, input)).status).toBe(403);
    }
  });

  test('are listed newest first, by status and page, with their exact total', async () => {
    const own = await buildClient(app.db);
    const writer = await app.as(await buildUser(app.db, own));
    const reader = await app.as(await buildUser(app.db, { ...own, permissions: ['ManageSite'] }));
    const ids: number[] = [];
    for (let count = 0; count < 20; count += 1) {
      ids.unshift((await writer.ok(submitSupportRequest, { ...request(), ...own })).supportRequestId);
    }
    const second = await app.as(await buildUser(app.db, own));
    ids.unshift((await second.ok(submitSupportRequest, { ...request(), ...own })).supportRequestId);
    await reader.ok(resolveSupportRequest, { supportRequestId: ids[3] ?? 0, version: 1 });
    const page = async (input: { status?: 'open' | 'resolved'; page?: number }) => {
      const { items, numPages, totalItemCount } = await reader.ok(listSupportRequests, input);
      return { ids: items.map((item) => item.supportRequestId), numPages, totalItemCount };
    };
    expect(await page({})).toEqual({ ids: ids.slice(0, 20), numPages: 2, totalItemCount: 21 });
    expect(await page({ page: 2 })).toEqual({ ids: ids.slice(20), numPages: 2, totalItemCount: 21 });
    expect(await page({ page: 3 })).toMatchObject({ ids: [] });
    expect(await page({ status: 'resolved' })).toEqual({ ids: [ids[3]], numPages: 1, totalItemCount: 1 });
    expect(await page({ status: 'open' })).toMatchObject({ totalItemCount: 20 });
    for (const wrong of [{ status: 'x' }, { page: 0 }, { page: 'x' }]) {
      expect((await reader.fail(listSupportRequests, wrong)).code).toBe('invalid_input');
    }
  });

  test('give administrators of another client the same error as a missing request', async () => {
    const { supportRequestId } = await caller.ok(submitSupportRequest, request());
    expect((await otherManager.ok(listSupportRequests, {})).items).toEqual([]);
    for (const id of [supportRequestId, 999_999]) {
      const input = { supportRequestId: id, version: 1 };
      expect(await otherManager.fail(getSupportRequest, { supportRequestId: id })).toMatchObject({
        status: 404,
        code: 'not_found',
      });
      expect(await otherManager.fail(resolveSupportRequest, input)).toMatchObject({ status: 404 });
    }
    expect(await manager.ok(getSupportRequest, { supportRequestId })).toMatchObject({ status: 'open' });
  });

  test('are resolved once, in the version that was seen, with a resolution', async () => {
    const { supportRequestId } = await caller.ok(submitSupportRequest, request());
    const input = { supportRequestId, version: 1, resolution: ' Filters were set. ' };
    const long = await manager.fail(resolveSupportRequest, { ...input, resolution: 'x'.repeat(1_001) });
    expect(long.validationErrors).toEqual({ resolution: 'Resolution must be 1000 characters or less' });
    const [first, second] = await Promise.all([
      manager.call(resolveSupportRequest, input),
      manager.call(resolveSupportRequest, input),
    ]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await manager.fail(resolveSupportRequest, { ...input, version: 2 })).toMatchObject({ code: 'wrong_state' });
    expect(await manager.ok(getSupportRequest, { supportRequestId })).toMatchObject({
      status: 'resolved',
      resolution: 'Filters were set.',
      resolvedByFullName: expect.stringMatching(/^Robin Reyes/),
      version: 2,
    });
    const audited = await app.db
      .selectFrom('audit_event')
      .select('action')
      .where('subject_id', '=', supportRequestId)
      .where('subject_type', '=', 'support_request')
      .where('user_id', '=', manager.userId)
      .where('outcome', '=', 'ok')
      .execute();
    expect(audited.map(({ action }) => action).toSorted()).toEqual([
      '/notifications/support-requests/info',
      'support_request.resolved',
    ]);
  });
});

test('the text of a support request is not logged', async () => {
  const words = { ...request(), summary: 'Canarybird cannot be found', description: 'MRN CANARY-77' };
  const { supportRequestId } = await caller.ok(submitSupportRequest, words);
  await caller.call(submitSupportRequest, { ...words, description: 'Canarybird\u0000' });
  await caller.call(submitSupportRequest, { ...words, email: 'canary' });
  await runMail(supportRequestId, 'support');
  smtp.fail('MAIL', '550 no canarybird here');
  await runMail(supportRequestId, 'requester');
  expect(loggedLines.join('\n')).not.toMatch(/canary/i);
  const jobs = await queuedJobs(supportRequestId);
  expect(JSON.stringify(jobs)).not.toMatch(/canary/i);
});
