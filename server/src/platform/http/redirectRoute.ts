import type { Endpoint, InputOf } from '@careloop/contracts/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { HttpApp } from './httpApp.ts';
import { failureAnswer, toAppError } from './answer.ts';
import { parseInput } from './route.ts';

export interface RedirectCall<E extends Endpoint> {
  input: InputOf<E>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Registers an endpoint that redirects the browser to the address the handler returns. The user would see an error body
 * as a page, so a failure is logged as usual and the browser is redirected to `whenFailed`.
 */
export function redirectRoute<E extends Endpoint>(
  app: HttpApp,
  endpoint: E,
  handler: (call: RedirectCall<E>) => Promise<string>,
  whenFailed: string,
): void {
  app.endpoints.push(endpoint);
  app.http.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    handler: async (request, reply) => {
      const stop = app.deps.metrics.startRequest(endpoint);
      void reply.header('cache-control', 'no-store');
      try {
        const address = await handler({ input: parseInput(endpoint, request.query), request, reply });
        stop(302);
        return reply.redirect(address);
      } catch (error) {
        const { status } = failureAnswer(toAppError(error), request.log);
        stop(status);
        return reply.redirect(whenFailed);
      }
    },
  });
}
