import { passes } from '@careloop/contracts/access';
import { queryId } from '@careloop/contracts/fields';
import { idempotencyKeyHeader } from '@careloop/contracts/session';
import type { Endpoint, InputOf, OutputOf } from '@careloop/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { inSightOf } from '../access/actor.ts';
import type { Actor } from '../access/actor.ts';
import type { App } from './app.ts';
import type { AuditOutcome } from '../audit/record.ts';
import type { Database, Db } from '../db/client.ts';
import { codeOf } from '../db/errors.ts';
import { inTransaction } from '../db/transaction.ts';
import { failureAnswer, fieldErrors, toAppError } from './answer.ts';
import { AppError, invalidInput } from '../errors.ts';
import { answerOnce } from './idempotency.ts';
import type { ReceivedFile } from './receiveForm.ts';
import { actingFor, requireActor } from './session.ts';

/** Patient or row that a call was about, for its audit row. */
export interface Seen {
  patientId?: number | null;
  subjectType?: string;
  subjectId?: number;
  /** Counts and ids; never a clinical text. */
  details?: Record<string, unknown>;
  /** A part of something whose opening is recorded already, as a page of a document: it gets no row of its own. */
  isPart?: boolean;
}

/** A call as its handler receives it: authenticated, authorized and parsed. */
export interface Call<E extends Endpoint> {
  input: InputOf<E>;
  actor: Actor;
  /** The database for a reading call, the call's transaction for a writing one. */
  db: Db;
  seen: (what: Seen) => void;
  /** For HTTP matters only: cookies, files. */
  reply: FastifyReply;
}

/** What a handler answers. */
export type Answer<E> = E extends Endpoint<z.ZodObject, infer Output> ? z.input<Output> : never;

/**
 * Registers an endpoint; there is no other way. For each call, in this order: actor, access, input, a transaction unless
 * it only reads, the handler, the output (undeclared fields are dropped), the envelope and, also for failures, the access
 * audit before the answer is sent.
 */
export function route<E extends Endpoint>(app: App, endpoint: E, handler: (call: Call<E>) => Promise<Answer<E>>) {
  routeFor(app, endpoint, async (call, { raw, request }) => {
    // Parsed inside the transaction, so that an invalid answer rolls it back.
    const answer = async (db: Db) => parseOutput(endpoint, await handler({ ...call, db }));
    const key = { actor: call.actor, header: request.headers[idempotencyKeyHeader], request: raw };
    return endpoint.method === 'GET'
      ? succeeded(await answer(app.deps.db))
      : succeeded(await inTransaction(app.deps.db, (db) => answerOnce(db, endpoint, key, () => answer(db))));
  });
}

/** A call that confirms the caller's identity again, by a password or a code. */
export interface SecretCall<E extends Endpoint> extends Omit<Call<E>, 'db'> {
  db: Database;
}

/**
 * Routes a call that checks a password or a code. Like `route()`, but without a transaction: failed attempts must stay
 * counted, and no connection is held during a pause. The handler opens a transaction for its changes.
 */
export function secretRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: SecretCall<E>) => Promise<Answer<E>>,
) {
  routeFor(app, endpoint, async (call) =>
    succeeded(parseOutput(endpoint, await handler({ ...call, db: app.deps.db }))),
  );
}

/** A call as received: unparsed input, files and actor. */
export interface ReceivedCall {
  raw: Record<string, unknown>;
  files: readonly ReceivedFile[];
  actor: Actor;
}

/** Reads a call's input, has it answered, and discards the files that were not kept. */
export type Read = (
  call: { request: FastifyRequest; reply: FastifyReply; actor: Actor },
  answer: (received: ReceivedCall) => Promise<object>,
) => Promise<object>;

/** Answers the whole body of a call; it decides what runs in a transaction. */
export type Respond<E extends Endpoint> = (
  call: Omit<Call<E>, 'db'>,
  from: ReceivedCall & { request: FastifyRequest },
) => Promise<object>;

/** How the input is read if it is neither a query string nor JSON. */
export interface InputReader {
  read: Read;
  /** Called for a failed call before it is answered; its body may still be arriving. */
  onFailure?: (failure: AppError, request: FastifyRequest) => void;
}

const readAtOnce: InputReader = {
  read: ({ request, actor }, answer) => answer({ raw: rawInput(request), files: [], actor }),
};

/** Handles every call that needs a session. */
export function routeFor<E extends Endpoint>(
  app: App,
  endpoint: E,
  respond: Respond<E>,
  { read, onFailure }: InputReader = readAtOnce,
) {
  register(app, endpoint, async (request, reply) => {
    const seen: Seen = {};
    let actor: Actor | null = null;
    let outcome: AuditOutcome = 'ok';
    let isUnavailable = false;
    try {
      actor = await requireActor(app.deps, request);
      requirePermission(endpoint, actor);
      return await read({ request, reply, actor }, (received) => {
        actor = endpoint.isOwn
          ? received.actor
          : inSightOf(actingFor(received.actor, received.raw['onBehalfOfUserId']));
        const input = parseInput(endpoint, received.raw);
        const call = { input, actor, reply, seen: (what: Seen) => void Object.assign(seen, what) };
        return respond(call, { ...received, request });
      });
    } catch (error) {
      const failure = toAppError(error);
      outcome = outcomeOf(failure);
      isUnavailable = failure.code === 'unavailable' || failure.code === 'storage_full';
      onFailure?.(failure, request);
      throw failure;
    } finally {
      const audited = audit(app, endpoint, request, actor, outcome, seen);
      // Nothing leaves with this answer, and the audit is in the database that does not answer.
      if (isUnavailable) void audited.catch((error: unknown) => logUnaudited(request, error));
      else await audited;
    }
  });
}

function logUnaudited({ log }: FastifyRequest, error: unknown): void {
  log.warn({ code: codeOf(error) }, 'A failed call could not be audited');
}

/** A call that needs no session. It has no transaction: the handler decides what a failure keeps. */
export interface PublicCall<E extends Endpoint> {
  input: InputOf<E>;
  db: Database;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Routes an endpoint whose access is public; it audits itself. */
export function publicRoute<E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: (call: PublicCall<E>) => Promise<Answer<E>>,
) {
  register(app, endpoint, async (request, reply) => {
    const input = parseInput(endpoint, rawInput(request));
    const data = await handler({ input, db: app.deps.db, request, reply });
    return succeeded(parseOutput(endpoint, data));
  });
}

const fileHeaders = ['content-type', 'content-length', 'content-disposition', 'content-range', 'accept-ranges', 'etag'];

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

function register(app: App, endpoint: Endpoint, handle: Handle): void {
  app.endpoints.push(endpoint);
  app.http.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { takesFiles: endpoint.takesFiles === true },
    handler: async (request, reply) => {
      const stop = app.deps.metrics.startRequest(endpoint);
      void reply.header('cache-control', 'no-store');
      try {
        const body = await handle(request, reply);
        stop(200);
        return body;
      } catch (error) {
        const failure = toAppError(error);
        // The health checks' own refusals have no cause.
        if (failure.code === 'storage_full' && failure.cause !== undefined) app.deps.health.noteDiskFull();
        const { status, body } = failureAnswer(failure, request.log);
        stop(status);
        // Set for a file that is not sent now.
        for (const name of fileHeaders) reply.removeHeader(name);
        return reply.status(status).send(body);
      }
    },
  });
}

function rawInput(request: FastifyRequest): Record<string, unknown> {
  if (Array.isArray(request.body)) throw invalidInput({ '': 'The request must be a JSON object.' });
  // The input of a POST comes from its body only, because proxies log addresses.
  const given = request.method === 'GET' ? request.query : request.body;
  return { ...objectOr(given), ...objectOr(request.params) };
}

function objectOr(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function parseInput<E extends Endpoint>(endpoint: E, raw: unknown): InputOf<E> {
  const parsed = endpoint.input.safeParse(raw);
  if (!parsed.success) throw invalidInput(fieldErrors(parsed.error));
  return parsed.data as InputOf<E>;
}

export function parseOutput<E extends Endpoint>(endpoint: E, data: unknown): OutputOf<E> {
  const parsed = endpoint.output.safeParse(data);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.code}`).join(', ');
    throw new AppError('internal', {
      cause: new Error(`${endpoint.path} answered what it does not declare: ${fields}`),
    });
  }
  return parsed.data as OutputOf<E>;
}

/** The envelope of a success. */
export function succeeded<Data extends object>(data: Data): { wasSuccessful: true } & Data {
  return { wasSuccessful: true, ...data };
}

/** @throws AppError `forbidden` without the endpoint's permissions */
export function requirePermission(endpoint: Endpoint, { permissions }: Actor): void {
  if (!passes(endpoint.access, permissions)) throw new AppError('forbidden');
}

function outcomeOf(failure: AppError): AuditOutcome {
  if (['unauthorized_patient', 'no_access', 'forbidden', 'unauthenticated'].includes(failure.code)) return 'denied';
  return ['internal', 'unavailable', 'documents_unavailable', 'storage_full'].includes(failure.code)
    ? 'failed'
    : 'refused';
}

/** A successful change writes its own audit row in its transaction. */
function isAudited(endpoint: Endpoint, outcome: AuditOutcome): boolean {
  if (outcome === 'denied') return true;
  if (endpoint.audit === 'none') return false;
  return endpoint.audit !== 'change' || outcome !== 'ok';
}

/** The patient that a call names which was denied before its input was parsed: for want of a permission, say. */
function namedPatient(request: FastifyRequest): number | null {
  return queryId.safeParse(objectOr(request.method === 'GET' ? request.query : request.body)['patientId']).data ?? null;
}

async function audit(
  app: App,
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: Actor | null,
  outcome: AuditOutcome,
  seen: Seen,
): Promise<void> {
  // Without a session there is nobody to name; such calls are counted in the metrics, not kept.
  if (actor === null || !isAudited(endpoint, outcome) || (seen.isPart === true && outcome === 'ok')) return;
  await app.deps.audit.write({
    action: endpoint.path,
    outcome,
    userId: actor.userId,
    onBehalfOfUserId: actor.onBehalfOfUserId,
    sessionId: actor.sessionId,
    patientId: seen.patientId ?? (outcome === 'denied' ? namedPatient(request) : null),
    subjectType: seen.subjectType ?? null,
    subjectId: seen.subjectId ?? null,
    details: seen.details === undefined ? null : JSON.stringify(seen.details),
    ip: request.ip,
  });
}
