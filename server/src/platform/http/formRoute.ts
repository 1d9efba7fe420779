import type { Endpoint, InputOf } from '@careloop/contracts/endpoint';
import type { FastifyRequest } from 'fastify';

import { AppError } from '../errors.ts';
import { parseInput } from './route.ts';
import { failureAnswer, toAppError } from './answer.ts';
import type { HttpApp } from './httpApp.ts';

/** A form as it was posted; a repeated field has several values. */
export type PostedForm = Record<string, string | string[]>;

export interface FormCall<E extends Endpoint> {
  input: InputOf<E>;
  request: FastifyRequest;
}

/** Response in the format the calling service expects. */
export interface FormAnswer {
  contentType: string;
  text: string;
}

/** Bytes; far more than a text message with all its fields. */
const bodyLimit = 64 * 1024;

/**
 * Registers a webhook: an external service posts a form, without a session, an Origin header or JSON. The form is parsed
 * only after `isGenuine` has confirmed the sender. The handler writes its own audit row.
 */
export function formRoute<E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  isGenuine: (form: PostedForm, request: FastifyRequest) => boolean,
  handler: (call: FormCall<E>) => Promise<FormAnswer>,
): void {
  app.endpoints.push(endpoint);
  // In its own scope, so that no other endpoint accepts forms.
  void app.http.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit },
      (_request, body, done) => done(null, readForm(String(body))),
    );
    scope.route({
      method: endpoint.method,
      url: `/api${endpoint.path}`,
      handler: async (request, reply) => {
        const stop = app.deps.metrics.startRequest(endpoint);
        void reply.header('cache-control', 'no-store');
        try {
          const form = formOf(request.body);
          if (!isGenuine(form, request)) throw new AppError('forbidden', { message: 'This call is not signed.' });
          const { contentType, text } = await handler({ input: parseInput(endpoint, form), request });
          stop(200);
          return await reply.type(contentType).send(text);
        } catch (error) {
          const { status, body } = failureAnswer(toAppError(error), request.log);
          stop(status);
          return reply.status(status).send(body);
        }
      },
    });
  });
}

function readForm(text: string): PostedForm {
  const fields = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(fields.keys())].map((name) => {
      const values = fields.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function formOf(body: unknown): PostedForm {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as PostedForm) : {};
}
