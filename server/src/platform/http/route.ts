import { passes } from '@careloop/contracts/access';
import { parseCall, undeclaredErrors } from '@careloop/contracts/fieldErrors';
import { queryId } from '@careloop/contracts/fields';
import { idempotencyKeyHeader } from '@careloop/contracts/session';
import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { beyondAccessText, mayNameActedFor } from '@careloop/contracts/endpoint';
import type { Endpoint, InputOf, OutputOf } from '@careloop/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

import { inSightOf } from '../identity/actor.ts';
import type { Actor } from '../identity/actor.ts';
import type { HttpApp } from './httpApp.ts';
import { patientsIn } from '../audit/patientsIn.ts';
import type { AuditOutcome } from '../audit/record.ts';
import type { Database, Db } from '../db/client.ts';
import { codeOf } from '../db/errors.ts';
import { failureAnswer, toAppError } from './answer.ts';
import { AppError, invalidInput } from '../errors.ts';
import { limited, mayAskBeyondAccess } from './beyondAccess.ts';
import { answerOnce, findAnswer } from './idempotency.ts';
import type { ReceivedFile } from './receiveForm.ts';
import { actingFor, answerAsActor, requireActor } from './session.ts';

/** Patient or row that a call was about, for its audit row. The handler reports it with `setAuditSubject()`. */
export interface AuditSubject {
  patientId?: number | null;
  /** Patients that a file shows. Those of a JSON response are found in it. */
  patientIds?: readonly number[];
  subjectType?: string;
  subjectId?: number;
  /** Counts and ids; never clinical text. */
  details?: Record<string, unknown>;
  /** Part of something whose opening is already recorded, such as a page of a document: it gets no audit row. */
  isPart?: boolean;
  /** Called after the audit row of a successful call was written. */
  onAudited?: () => void;
}

/** States what a call is about, for its audit row. Later values replace earlier ones, field by field. */
export type SetAuditSubject = (subject: AuditSubject) => void;

/** A call as its handler receives it: authenticated, authorized and parsed. */
export interface Call<E extends Endpoint> {
  input: InputOf<E>;
  actor: Actor;
  /** The call's transaction. For a GET the database without one: it only reads, and may run twice (decision 097). */
  db: Db;
  setAuditSubject: SetAuditSubject;
  /** For HTTP matters only: cookies, files. */
  reply: FastifyReply;
}

/** Return value of a handler: the endpoint's output before it is parsed. */
export type Answer<E> = E extends Endpoint<z.ZodObject, infer Output> ? z.input<Output> : never;

/**
 * Registers an endpoint. Each call goes through these steps: find the actor, check access, parse the input, open a
 * transaction (except for GET), run the handler, parse the output (undeclared fields are dropped), wrap the envelope. The
 * access audit row is written before the response is sent, also for failures.
 */
export function route<E extends Endpoint>(app: HttpApp, endpoint: E, handler: (call: Call<E>) => Promise<Answer<E>>) {
  // Calls that answer beyond access are counted.
  const mayPresume = endpoint.method === 'GET' && endpoint.answersBeyondAccess !== true;
  const respond: Respond<E> = async (call, { request }) => {
    // The output is parsed inside the transaction, so that invalid output rolls it back.
    const answer = async (db: Db) => parseOutput(endpoint, await handler({ ...call, db }));
    const key = { actor: call.actor, header: request.headers[idempotencyKeyHeader], request: call.input };
    return endpoint.method === 'GET'
      ? succeeded(await answer(app.deps.db))
      : succeeded(await answerOnce(app.deps, endpoint, key, answer));
  };
  routeFor(app, endpoint, respond, { mayPresume });
}

/** A call that confirms the caller's identity again with a password or a code, or may end their session. */
export interface SecretCall<E extends Endpoint> extends Omit<Call<E>, 'db'> {
  db: Database;
  /** Makes the change in a transaction: once for each `Idempotency-Key`, if the endpoint takes one. */
  once: (work: (db: Db) => Promise<Answer<E>>) => Promise<Answer<E>>;
}

/**
 * Registers an endpoint that checks a password or a code, or may end the session. Like `route()`, but without a transaction:
 * failed attempts and endings must stay, and no connection may be held during a delay. The handler opens a transaction for
 * its changes, with `once` if the endpoint takes a key.
 */
export function secretRoute<E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  handler: (call: SecretCall<E>) => Promise<Answer<E>>,
) {
  routeFor(app, endpoint, async (call, { request }) => {
    const key = { actor: call.actor, header: request.headers[idempotencyKeyHeader], request: call.input };
    const answered = await findAnswer(app.deps, endpoint, key);
    if (answered !== undefined) return succeeded(answered);
    // What is stored has been parsed.
    const once: SecretCall<E>['once'] = (work) =>
      answerOnce(app.deps, endpoint, key, async (db) => parseOutput(endpoint, await work(db)) as Answer<E>);
    return succeeded(parseOutput(endpoint, await handler({ ...call, db: app.deps.db, once })));
  });
}

/** A call as received: unparsed body, files and actor. */
interface ReceivedCall {
  body: unknown;
  files: readonly ReceivedFile[];
  actor: Actor;
}

/** Reads a call's input, passes it to `answer`, and then discards the files that were not kept. */
export type Read = (
  call: { request: FastifyRequest; reply: FastifyReply; actor: Actor },
  answer: (received: ReceivedCall) => Promise<object>,
) => Promise<object>;

/** Returns the response body of a call, and decides what runs in a transaction. */
export type Respond<E extends Endpoint> = (
  call: Omit<Call<E>, 'db'>,
  from: ReceivedCall & { request: FastifyRequest },
) => Promise<object>;

export interface RouteOptions {
  /** How input is read that is neither a query string nor JSON. */
  read?: Read;
  /** Whether the handler may begin while the session is checked: it only reads, and may run twice (decision 097). */
  mayPresume?: boolean;
  /** Called when a call failed, before the response is sent; the request body may still be arriving. */
  onFailure?: (failure: AppError, request: FastifyRequest) => void;
}

const readAtOnce: Read = ({ request, actor }, answer) => answer({ body: request.body, files: [], actor });

/** Registers an endpoint that requires a session. */
export function routeFor<E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  respond: Respond<E>,
  { read = readAtOnce, onFailure, mayPresume = false }: RouteOptions = {},
) {
  register(app, endpoint, async (request, reply) => {
    const answerAs = (actor: Actor) => attempt({ app, endpoint, respond, read, request, reply }, actor);
    const answered = mayPresume
      ? answerAsActor(app.deps, request, answerAs)
      : requireActor(app.deps, request).then(answerAs);
    const { actor, subject, body, failure } = await answered.catch(withoutActor);
    if (failure !== undefined) onFailure?.(failure, request);
    const audited = audit(app, endpoint, request, actor, failure === undefined ? 'ok' : outcomeOf(failure), subject);
    // The failure discloses nothing, and the audit is in the same unavailable database: do not wait for it.
    const isUnavailable = failure?.code === 'unavailable' || failure?.code === 'storage_full';
    if (isUnavailable) void audited.catch((error: unknown) => logUnaudited(request, error));
    else await audited;
    if (failure !== undefined) throw failure;
    return body;
  });
}

/** What became of a call, and what its audit row says. */
interface Attempt {
  /** Null without a session. */
  actor: Actor | null;
  subject: AuditSubject;
  body: object;
  failure?: AppError;
}

function withoutActor(error: unknown): Attempt {
  return { actor: null, subject: {}, body: {}, failure: toAppError(error) };
}

interface Attempted<E extends Endpoint> {
  app: HttpApp;
  endpoint: E;
  respond: Respond<E>;
  read: Read;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers a call as an actor. Does not throw. */
async function attempt<E extends Endpoint>(
  { app, endpoint, respond, read, request, reply }: Attempted<E>,
  signedIn: Actor,
): Promise<Attempt> {
  const subject: AuditSubject = {};
  let actor = signedIn;
  try {
    requirePermission(endpoint, actor);
    const body = await read({ request, reply, actor }, async (received) => {
      const raw = rawInput(endpoint, request, received.body);
      actor = mayNameActedFor(endpoint)
        ? inSightOf(actingFor(received.actor, raw['onBehalfOfUserId']))
        : received.actor;
      const input = parseInput(endpoint, raw);
      const setAuditSubject = (given: AuditSubject) => void Object.assign(subject, given);
      if (endpoint.answersBeyondAccess === true && !(await mayAskBeyondAccess(app, actor))) {
        subject.details = limited;
        throw new AppError('too_many_requests', { message: beyondAccessText });
      }
      return await respond({ input, actor, reply, setAuditSubject }, { ...received, request });
    });
    if ('wasSuccessful' in body && isAudited(endpoint, 'ok')) subject.patientIds = patientsIn(body);
    return { actor, subject, body };
  } catch (error) {
    return { actor, subject, body: {}, failure: toAppError(error) };
  }
}

function logUnaudited({ log }: FastifyRequest, error: unknown): void {
  log.warn({ code: codeOf(error) }, 'A failed call could not be audited');
}

/** A call without a session. It has no transaction: the handler decides what is kept after a failure. */
export interface PublicCall<E extends Endpoint> {
  input: InputOf<E>;
  db: Database;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Registers a public endpoint. The handler writes its own audit row. */
export function publicRoute<E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  handler: (call: PublicCall<E>) => Promise<Answer<E>>,
) {
  register(app, endpoint, async (request, reply) => {
    const input = parseInput(endpoint, rawInput(endpoint, request, request.body));
    const data = await handler({ input, db: app.deps.db, request, reply });
    return succeeded(parseOutput(endpoint, data));
  });
}

const fileHeaders = ['content-type', 'content-length', 'content-disposition', 'content-range', 'accept-ranges', 'etag'];

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<object>;

function register(app: HttpApp, endpoint: Endpoint, handle: Handle): void {
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
        // Without a cause it was thrown by a health check itself.
        if (failure.code === 'storage_full' && failure.cause !== undefined) app.deps.health.noteDiskFull();
        const { status, body } = failureAnswer(failure, request.log);
        stop(status);
        // They were set for a file that is no longer sent.
        for (const name of fileHeaders) reply.removeHeader(name);
        return reply.status(status).send(body);
      }
    },
  });
}

/** Fields of a call from its query string or body, and from its path. */
function rawInput(endpoint: Endpoint, request: FastifyRequest, body: unknown): Record<string, unknown> {
  if (Array.isArray(body)) throw invalidInput({ '': 'The request must be a JSON object.' });
  const [query, params] = [objectOr(request.query), objectOr(request.params)];
  // A POST takes none in its address, because proxies log addresses.
  if (request.method !== 'GET' && endpoint.isOfService !== true && Object.keys(query).length > 0) {
    throw invalidInput(undeclaredErrors(Object.keys(query)));
  }
  const given = request.method === 'GET' ? query : objectOr(body);
  const twice = Object.keys(params).find((name) => Object.hasOwn(given, name) && String(given[name]) !== params[name]);
  if (twice !== undefined) throw invalidInput({ [twice]: fallbackTexts.sentTwice });
  return { ...given, ...params };
}

function objectOr(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** @throws AppError `invalid_input`, also for fields that the endpoint does not declare */
export function parseInput<E extends Endpoint>(endpoint: E, raw: unknown): InputOf<E> {
  const parsed = parseCall(endpoint, raw);
  if (parsed.errors !== undefined) throw invalidInput(parsed.errors);
  return parsed.input;
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

/** Wraps the data in the success envelope. */
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

/** False for a successful change, whose audit row is written in its own transaction. */
function isAudited(endpoint: Endpoint, outcome: AuditOutcome): boolean {
  if (outcome === 'denied') return true;
  if (endpoint.audit === 'none') return false;
  return endpoint.audit !== 'change' || outcome !== 'ok';
}

/** Patient id from the raw input, for a call that was denied before its input was parsed, such as without a permission. */
function namedPatient(request: FastifyRequest): number | null {
  return queryId.safeParse(objectOr(request.method === 'GET' ? request.query : request.body)['patientId']).data ?? null;
}

/** Details as JSON, with the patients the response showed besides the one the call was about. */
function detailsOf({ details, patientId, patientIds = [] }: AuditSubject, outcome: AuditOutcome): string | null {
  const shown = outcome === 'ok' ? patientIds.filter((id) => id !== patientId) : [];
  if (shown.length === 0) return details === undefined ? null : JSON.stringify(details);
  return JSON.stringify({ ...details, patientIds: shown });
}

async function audit(
  app: HttpApp,
  endpoint: Endpoint,
  request: FastifyRequest,
  actor: Actor | null,
  outcome: AuditOutcome,
  subject: AuditSubject,
): Promise<void> {
  // Calls without a session are only counted in the metrics.
  if (actor === null || !isAudited(endpoint, outcome) || (subject.isPart === true && outcome === 'ok')) return;
  const entry = {
    action: endpoint.path,
    outcome,
    userId: actor.userId,
    onBehalfOfUserId: actor.onBehalfOfUserId,
    sessionId: actor.sessionId,
    patientId: subject.patientId ?? (outcome === 'denied' ? namedPatient(request) : null),
    subjectType: subject.subjectType ?? null,
    subjectId: subject.subjectId ?? null,
    details: detailsOf(subject, outcome),
    ip: request.ip,
  };
  // Calls that answer beyond access are limited by their audit rows.
  const written = await app.deps.audit.write(entry, { mustBeStored: endpoint.answersBeyondAccess === true });
  if (written === 'kept') app.deps.health.noteDiskFull();
  if (outcome === 'ok') subject.onAudited?.();
}
