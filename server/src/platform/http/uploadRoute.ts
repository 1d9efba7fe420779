import { idempotencyKeyHeader } from '@careloop/contracts/session';
import type { Endpoint } from '@careloop/contracts/endpoint';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import type { Actor } from '../identity/actor.ts';
import type { HttpApp, HttpDeps } from './httpApp.ts';
import { findActorOfSession } from '../identity/findActor.ts';
import { createKeyedLimit } from '../identity/keyedLimit.ts';
import { AppError } from '../errors.ts';
import { answerOnce } from './idempotency.ts';
import { declaresTooLarge, discardFiles, leastFileBytes, receiveForm, tooLarge } from './receiveForm.ts';
import type { FormRules, ReceivedFile } from './receiveForm.ts';
import { cutOff } from './requestTime.ts';
import { parseOutput, requirePermission, routeFor, succeeded } from './route.ts';
import type { Answer, Call, Read, Respond } from './route.ts';
import { requireActor } from './session.ts';

/** A call with its inspected files. */
export interface UploadCall<E extends Endpoint, File> extends Call<E> {
  files: readonly File[];
}

/** Limits of an endpoint, and how it inspects a file. An error thrown by `inspect` fails the call. */
export interface UploadRules<File> extends FormRules {
  /** `atOnce`: maximum number of concurrent uploads per user. */
  limits: FormRules['limits'] & { atOnce: number };
  texts: FormRules['texts'] & { tooManyAtOnce: string };
  inspect: (file: ReceivedFile, actor: Actor) => Promise<File>;
  /** Throws if the user may not upload that many bytes now; called before the form is read. */
  requireRoomFor: (actor: Actor, bytes: number) => Promise<void>;
}

/**
 * Registers an endpoint that receives files. Unlike `route()`, it checks the session before the body is read and again
 * afterwards, because reading can take minutes. Files are inspected before the transaction begins and kept as its last
 * step, so a failed upload leaves nothing behind.
 */
export function uploadRoute<E extends Endpoint, File>(
  app: HttpApp,
  endpoint: E,
  rules: UploadRules<File>,
  handler: (call: UploadCall<E, File>) => Promise<Answer<E>>,
): void {
  const limited = limitConcurrency(rules);
  const read: Read = ({ request, reply, actor }, answer) => {
    if (declaresTooLarge(request, rules)) {
      void reply.header('connection', 'close');
      throw tooLarge(rules);
    }
    return limited(actor.userId, async () => {
      await rules.requireRoomFor(actor, leastFileBytes(request)).catch((error: unknown) => {
        void reply.header('connection', 'close');
        throw error;
      });
      const { fields, files } = await receiveForm(request, app.deps.storage, rules);
      try {
        return await answer({ body: fields, files, actor: await renewed(app.deps, endpoint, request, actor) });
      } finally {
        await discardFiles(files);
      }
    });
  };
  const respond: Respond<E> = async (call, { files, request }) => {
    const inspected: File[] = [];
    for (const file of files) inspected.push(await rules.inspect(file, call.actor));
    const sent = files.map(({ field, fileName, content }) => [field, fileName, content.key]);
    const header = request.headers[idempotencyKeyHeader];
    const key = { actor: call.actor, header, request: { ...call.input, files: sent } };
    const answer = await answerOnce(app.deps, endpoint, key, async (db) => {
      const output = parseOutput(endpoint, await handler({ ...call, db, files: inspected }));
      await Promise.all(files.map(({ content }) => content.keep()));
      return output;
    });
    return succeeded(answer);
  };
  // In its own scope, so that no other endpoint accepts multipart forms.
  void app.http.register(async (http) => {
    await http.register(multipart, { throwFileSizeLimit: false });
    routeFor({ ...app, http }, endpoint, respond, { read, onFailure: cutOffAnonymous });
  });
}

/**
 * Limits how long the body of an anonymous call may keep arriving. If a session has just ended, the body is read to its
 * end, because browsers read the response only then.
 */
function cutOffAnonymous({ code, sessionEnding }: AppError, request: FastifyRequest): void {
  if (code === 'unauthenticated' && sessionEnding === undefined) cutOff(request.raw);
}

/** Limits concurrent uploads per user, because each can use disk space up to its limit before it is refused. */
function limitConcurrency({ limits, texts }: UploadRules<unknown>) {
  const takePlace = createKeyedLimit(limits.atOnce);
  return async function limited<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const leave = takePlace(userId);
    if (leave === null) throw new AppError('too_many_requests', { message: texts.tooManyAtOnce });
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/**
 * Loads the actor again after the body was received, by session id because the token may have been refreshed meanwhile.
 * @throws AppError `unauthenticated` with the reason if the session has ended, `forbidden`
 */
async function renewed(
  deps: HttpDeps,
  endpoint: Endpoint,
  request: FastifyRequest,
  { sessionId, ip }: Actor,
): Promise<Actor> {
  const found = await findActorOfSession(deps.db, sessionId);
  if (found === null) return await requireActor(deps, request);
  requirePermission(endpoint, found);
  return { ...found, ip };
}
