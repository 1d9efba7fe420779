import { idempotencyKeyHeader } from '@careloop/contracts/session';
import type { Endpoint } from '@careloop/contracts/endpoint';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';

import type { Actor } from '../access/actor.ts';
import type { App, Deps } from './app.ts';
import { inTransaction } from '../db/transaction.ts';
import { findActorOfSession } from '../access/findActor.ts';
import { AppError } from '../errors.ts';
import { answerOnce } from './idempotency.ts';
import { discardFiles, receiveForm, declaresTooLarge, tooLarge } from './receiveForm.ts';
import type { FormRules, ReceivedFile } from './receiveForm.ts';
import { cutOff } from './requestTime.ts';
import { parseOutput, requirePermission, routeFor, succeeded } from './route.ts';
import type { Answer, Call, Read, Respond } from './route.ts';
import { requireActor } from './session.ts';

/** A call with its inspected files. */
export interface UploadCall<E extends Endpoint, File> extends Call<E> {
  files: readonly File[];
}

/** Limits of an endpoint, and how it inspects a file; an error from `inspect` refuses the call. */
export interface UploadRules<File> extends FormRules {
  /** `atOnce`: calls of one user that may be under way. */
  limits: FormRules['limits'] & { atOnce: number };
  texts: FormRules['texts'] & { tooManyAtOnce: string };
  inspect: (file: ReceivedFile) => Promise<File>;
}

/**
 * Routes a call with files. Unlike `route()`, it checks the session before the body is read and again after it, because
 * that can take minutes; it inspects files before the transaction begins, and keeps them as its last step, so a failed
 * upload leaves nothing.
 */
export function uploadRoute<E extends Endpoint, File>(
  app: App,
  endpoint: E,
  rules: UploadRules<File>,
  handler: (call: UploadCall<E, File>) => Promise<Answer<E>>,
): void {
  const inTurn = createTurns(rules);
  const read: Read = ({ request, reply, actor }, answer) => {
    if (declaresTooLarge(request, rules)) {
      void reply.header('connection', 'close');
      throw tooLarge(rules);
    }
    return inTurn(actor.userId, async () => {
      const { fields, files } = await receiveForm(request, app.deps.storage, rules);
      try {
        return await answer({ raw: fields, files, actor: await renewed(app.deps, endpoint, request, actor) });
      } finally {
        await discardFiles(files);
      }
    });
  };
  const respond: Respond<E> = async (call, { raw, files, request }) => {
    const inspected: File[] = [];
    for (const file of files) inspected.push(await rules.inspect(file));
    const sent = files.map(({ field, fileName, content }) => [field, fileName, content.key]);
    const header = request.headers[idempotencyKeyHeader];
    const key = { actor: call.actor, header, request: { ...raw, files: sent } };
    const answer = await inTransaction(app.deps.db, (db) =>
      answerOnce(db, endpoint, key, async () => {
        const output = parseOutput(endpoint, await handler({ ...call, db, files: inspected }));
        await Promise.all(files.map(({ content }) => content.keep()));
        return output;
      }),
    );
    return succeeded(answer);
  };
  // In a scope of its own: no other call takes forms.
  void app.http.register(async (http) => {
    await http.register(multipart, { throwFileSizeLimit: false });
    routeFor({ ...app, http }, endpoint, respond, { read, onFailure: cutOffStranger });
  });
}

/** After the session ended the body is still read to its end, because browsers read an answer only then. */
function cutOffStranger({ code, sessionEnding }: AppError, request: FastifyRequest): void {
  if (code === 'unauthenticated' && sessionEnding === undefined) cutOff(request.raw);
}

/** Counts uploads in progress per user: each can fill the disk up to its limit before it is refused. */
function createTurns({ limits, texts }: UploadRules<unknown>) {
  const underWay = new Map<number, number>();
  return async function inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const others = underWay.get(userId) ?? 0;
    if (others >= limits.atOnce) {
      throw new AppError('too_many_requests', { message: texts.tooManyAtOnce });
    }
    underWay.set(userId, others + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left === 0) underWay.delete(userId);
      else underWay.set(userId, left);
    }
  };
}

/**
 * The actor after the body was received, found by session id, because the token may have been refreshed meanwhile.
 * @throws AppError `unauthenticated` with why it is over, `forbidden`
 */
async function renewed(
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  { sessionId, ip }: Actor,
): Promise<Actor> {
  const found = await findActorOfSession(deps.db, sessionId);
  if (found === null) return await requireActor(deps, request);
  requirePermission(endpoint, found);
  return { ...found, ip };
}
