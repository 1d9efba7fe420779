import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { CallOf, Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import type { FailedResult } from '@careloop/contracts/result';
import type { z } from 'zod';
import pino from 'pino';

import { buildApp } from '../src/commands/startup/app.ts';
import type { App, Deps } from '../src/core/app.ts';
import { createAccessAudit } from '../src/platform/audit/accessAudit.ts';
import { readConfig } from '../src/config/config.ts';
import { createDatabase } from '../src/platform/db/client.ts';
import type { Database } from '../src/platform/db/client.ts';
import { findWronglyKept } from '../src/platform/identity/findActor.ts';
import { newToken, tokenDigest } from '../src/platform/identity/tokens.ts';
import { createHealth } from '../src/platform/http/health.ts';
import { createMetrics } from '../src/platform/http/metrics.ts';
import { publication28 } from '../src/core/integrations/address-standardization/publication28.ts';
import { choosePowerBi } from '../src/core/integrations/power-bi/choosePowerBi.ts';
import { chooseSenders } from '../src/core/integrations/senders.ts';
import { builtInAntivirus } from '../src/core/integrations/antivirus/builtIn.ts';
import { createRenderer } from '../src/platform/rendering/renderer.ts';
import { createPageCache } from '../src/platform/rendering/pageCache.ts';
import { chooseStorage } from '../src/platform/storage/chooseStorage.ts';
import { createTestDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';
import { formOf } from './forms.ts';
import { loggedLines } from './loggedLines.ts';

export { loggedLines };

export type Answer<E> = ({ wasSuccessful: true } & OutputOf<E>) | FailedResult;

interface Response<E> {
  status: number;
  body: Answer<E>;
}

/** Calls the API with a user's session. */
export interface Caller {
  userId: number;
  token: string;
  /** Calls an endpoint and returns the response, successful or not. */
  call<E extends Endpoint>(endpoint: E, input: CallOf<E>, headers?: Record<string, string>): Promise<Response<E>>;
  /** Calls an endpoint that must succeed. */
  ok<E extends Endpoint>(endpoint: E, input: CallOf<E>, headers?: Record<string, string>): Promise<OutputOf<E>>;
  /** Calls an endpoint that must fail. */
  fail(
    endpoint: Endpoint,
    input: unknown,
    headers?: Record<string, string>,
  ): Promise<FailedResult & { status: number }>;
}

export interface TestApp {
  app: App;
  deps: Deps;
  db: Database;
  databaseUrl: string;
  /** A caller with a live session of this user. */
  as(user: { userId: number }): Promise<Caller>;
  /** A caller without a session. */
  nobody: Caller;
  /** Delays requested by the product, in order; tests do not wait. */
  pauses: number[];
  stop(): Promise<void>;
}

const log = pino({ level: 'info' }, { write: (line: string) => void loggedLines.push(line) });

/** The logged error of a failed response with a reference, which the response itself does not contain. */
function causeOf(body: Answer<Endpoint>): string {
  const { reference } = body as FailedResult;
  const line = reference === undefined ? undefined : loggedLines.findLast((logged) => logged.includes(reference));
  if (line === undefined) return '';
  const { err } = JSON.parse(line) as { err?: { stack?: string } };
  return `\ncaused by ${err?.stack ?? ''} ${JSON.stringify({ ...err, stack: undefined })}`;
}

/** Starts the whole HTTP application on its own database. Call it in `beforeAll`, and `stop()` in `afterAll`. */
export async function startTestApp(env: Record<string, string> = {}): Promise<TestApp> {
  return startTestAppOn(await createTestDatabase(), env);
}

/** Like `startTestApp`, on a given database, migrated and with the queues of all jobs. */
export async function startTestAppOn(
  database: TestDatabase,
  env: Record<string, string> = {},
  maxConnections = 8,
): Promise<TestApp> {
  const folder = await mkdtemp(path.join(tmpdir(), 'careloop-test-'));
  const config = readConfig({ DATA_DIR: folder, PORT: '0', ...env });
  const db = createDatabase({
    url: database.url,
    maxConnections,
    applicationName: 'careloop-test',
    // No time limit by default, because a machine that runs many tests at once is slow.
    answerWithinMs: env['DATABASE_TIMEOUT_MS'] === undefined ? undefined : config.databaseTimeoutMs,
    log,
  });
  const pauses: number[] = [];
  const deps: Deps = {
    config,
    sessionSecret: 'a secret of thirty-two characters at least',
    db,
    storage: chooseStorage({ dataDir: folder }),
    renderer: createRenderer({ processes: 1 }),
    antivirus: builtInAntivirus,
    addressStandardizer: publication28,
    powerBi: choosePowerBi(config),
    senders: chooseSenders(config, db, 'a secret of thirty-two characters at least'),
    pageCache: createPageCache(path.join(folder, 'pages')),
    audit: createAccessAudit(db),
    metrics: createMetrics(),
    health: createHealth(),
    log,
    pause: async (ms) => void pauses.push(ms),
  };
  const app = await buildApp(deps);
  await app.http.ready();
  return {
    app,
    deps,
    db,
    databaseUrl: database.url,
    nobody: callerOf(app, 0, ''),
    pauses,
    as: async ({ userId }) => callerOf(app, userId, await openSession(deps, userId), () => requireRightVersions(db)),
    async stop() {
      await requireRightVersions(db);
      await app.http.close();
      await deps.renderer.close();
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Every write of every test must change the version of the rights it changes (decision 080). */
async function requireRightVersions(db: Database): Promise<void> {
  const userIds = await findWronglyKept(db);
  if (userIds.length > 0) throw new Error(`The rights of users ${userIds.join()} changed without their version`);
}

/** Opens a session directly, without hashing a password. Signing in is tested through its endpoint. */
export async function openSession(deps: Pick<Deps, 'db' | 'sessionSecret'>, userId: number): Promise<string> {
  const token = newToken();
  const { session_id } = await deps.db
    .insertInto('user_session')
    .values({ user_id: userId })
    .returning('session_id')
    .executeTakeFirstOrThrow();
  const expires = new Date(Date.now() + 30 * 60_000);
  await deps.db
    .insertInto('session_token')
    .values({ token_digest: tokenDigest(deps.sessionSecret, token), session_id, expires_at: expires })
    .execute();
  return token;
}

/**
 * A caller with this token.
 * @param afterWrite called after each call that may write
 */
export function callerOf(app: App, userId: number, token: string, afterWrite?: () => Promise<void>): Caller {
  async function call<E extends Endpoint>(endpoint: E, input: unknown, headers: Record<string, string> = {}) {
    const { url, rest } = fillPath(endpoint, input as Record<string, unknown>);
    const sent = endpoint.takesFiles === true ? await formOf(rest) : { headers: {}, payload: rest };
    const response = await app.http.inject({
      method: endpoint.method,
      url: `/api${url}`,
      headers: { ...(token !== '' && { authorization: `Bearer ${token}` }), ...sent.headers, ...headers },
      ...(endpoint.method === 'GET' ? { query: queryOf(rest) } : { payload: sent.payload }),
    });
    // A call that failed wrote nothing, and the database may be away.
    if (endpoint.method !== 'GET' && response.statusCode < 500) await afterWrite?.();
    const isFile = endpoint.sendsFile !== undefined && response.headers['content-type'] === endpoint.sendsFile;
    const body = isFile ? { wasSuccessful: true, bytes: response.rawPayload } : response.json<unknown>();
    return { status: response.statusCode, body: body as Answer<E> };
  }
  return {
    userId,
    token,
    call,
    async ok(endpoint, input, headers) {
      const { status, body } = await call(endpoint, input, headers);
      if (body.wasSuccessful) return body as OutputOf<typeof endpoint>;
      throw new Error(`${endpoint.path} answered ${status} ${JSON.stringify(body)}${causeOf(body)}`);
    },
    async fail(endpoint, input, headers) {
      const { status, body } = await call(endpoint, input, headers);
      if (!body.wasSuccessful) return { ...(body as FailedResult), status };
      throw new Error(`${endpoint.path} succeeded, which it must not`);
    },
  };
}

/** Fills path parameters such as `/a/:id` from the input, and returns the remaining input. */
function fillPath(endpoint: Endpoint<z.ZodObject, z.ZodObject>, input: Record<string, unknown>) {
  const rest = { ...input };
  const url = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { url, rest };
}

function queryOf(input: Record<string, unknown>): Record<string, string | string[]> {
  const present = Object.entries(input).filter(([, value]) => value !== undefined && value !== null);
  const textOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : String(value));
  return Object.fromEntries(present.map(([name, value]) => [name, textOf(value)]));
}
