import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, buildClient, buildProvider, buildUser } from '../../../test/factories.ts';
import { openSession, startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { withClient } from '../db/connection.ts';
import type { Actor } from './actor.ts';
import { findActor, findActorOfUser, findWronglyKept, isAsPresumed, presumeActor } from './findActor.ts';
import { tokenDigest } from './tokens.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A user of a client who acts for a provider of it, with a session. */
async function buildOffice() {
  const { clientId } = await buildClient(app.db);
  const provider = await buildProvider(app.db, { clientId });
  const office = await buildUser(app.db, { clientId, permissions: ['ManageWorkQueues'] });
  await addProxy(app.db, provider, office);
  const digest = tokenDigest(app.deps.sessionSecret, await openSession(app.deps, office.userId));
  return { clientId, provider: provider.userId, office: office.userId, digest };
}

const owner = { applicationName: 'careloop-rights-test' };

/** Each way in which what a user may do or see changes. */
const changes: readonly [name: string, statement: string][] = [
  ['a permission is given', "insert into user_permission values ($office, 'ViewAllPatients')"],
  ['a permission is taken', 'delete from user_permission where user_id = $office'],
  ['a permission is replaced', "update user_permission set permission = 'EditCareTeam' where user_id = $office"],
  [
    'a client is added',
    'insert into user_client (user_id, client_id) select $office, min(client_id) from client where client_id <> $client',
  ],
  ['a client is removed', 'delete from user_client where user_id = $office'],
  ['a coordinator is marked', 'update user_client set is_coordinator = not is_coordinator where user_id = $office'],
  ['a client gets a feature', "insert into client_feature values ($client, 'twoFactorAuthentication')"],
  ['whom they act for is removed', 'delete from user_proxy where proxy_user_id = $office'],
  ['whom they act for gets a permission', "insert into user_permission values ($provider, 'ViewAllPatients')"],
  ['whom they act for loses a client', 'delete from user_client where user_id = $provider'],
  ['whom they act for is deactivated', 'update user_account set is_active = false where user_id = $provider'],
  ['their name changes', "update user_account set first_name = 'Renamed' where user_id = $office"],
  [
    'both accounts change at once',
    "update user_account set is_active = user_id = $office, last_name = 'Both' where user_id in ($office, $provider)",
  ],
  ['every permission is removed', 'truncate user_permission'],
];

test.each(changes)('the next call has the rights of now: %s', async (_name, statement) => {
  const { digest, ...ids } = await buildOffice();
  const before = (await findActor(app.db, digest))?.actor as Actor;
  const text = statement
    .replaceAll('$office', String(ids.office))
    .replaceAll('$provider', String(ids.provider))
    .replaceAll('$client', String(ids.clientId));
  await withClient({ url: app.databaseUrl, ...owner }, (client) => client.query(text));
  const presumed = presumeActor(app.db, digest);
  const after = (await findActor(app.db, digest))?.actor as Actor;
  const computed = await findActorOfUser(app.db, ids.office);
  const session = { sessionId: after.sessionId, expiresAt: after.expiresAt };
  expect(after).toEqual({ ...computed, ...session });
  expect(after).not.toEqual(before);
  expect(presumed).toEqual(before);
  expect(isAsPresumed(before, after)).toBe(false);
});

test('a user who is deactivated, or whose session ended, is not found', async () => {
  for (const statement of ['update user_account set is_active = false', 'update user_session set ended_at = now()']) {
    const { digest, office } = await buildOffice();
    expect(await findActor(app.db, digest)).not.toBeNull();
    await sql`${sql.raw(statement)} where user_id = ${office}`.execute(app.db);
    expect(await findActor(app.db, digest)).toBeNull();
  }
});

test('a permission given while somebody begins to act for its holder reaches both', async () => {
  const { provider, clientId } = await buildOffice();
  const office = await buildUser(app.db, { clientId });
  const digest = tokenDigest(app.deps.sessionSecret, await openSession(app.deps, office.userId));
  await withClient({ url: app.databaseUrl, ...owner }, async (first) => {
    await withClient({ url: app.databaseUrl, ...owner }, async (second) => {
      await first.query('begin');
      await first.query("insert into user_proxy values ($1, $2, 'office_user')", [provider, office.userId]);
      const given = second.query("insert into user_permission values ($1, 'ViewAllPatients')", [provider]);
      // It waits for the first transaction, which it cannot see yet.
      while (!(await isWaiting(first))) await pause(10);
      await first.query('commit');
      expect((await findActor(app.db, digest))?.actor.userIds).toContain(provider);
      await given;
    });
  });
  expect((await findActor(app.db, digest))?.actor.viewAllClientIds).toEqual([clientId]);
});

test('a write that does not change the version is noticed', async () => {
  const { office, digest } = await buildOffice();
  await findActor(app.db, digest);
  await withClient({ url: app.databaseUrl, ...owner }, (client) =>
    client.query(
      `begin; set local session_replication_role = replica; delete from user_permission where user_id = ${office}; commit`,
    ),
  );
  expect(await findWronglyKept(app.db)).toEqual([office]);
  await sql`update user_account set first_name = 'Noticed' where user_id = ${office}`.execute(app.db);
  expect(await findWronglyKept(app.db)).toEqual([]);
});

async function isWaiting(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ waits: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database()
       and application_name = $1 and wait_event_type = 'Lock') as waits`,
    [owner.applicationName],
  );
  return rows[0]?.waits === true;
}
