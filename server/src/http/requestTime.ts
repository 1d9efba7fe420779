import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Brings files, which take their time on a slow line. */
    takesFiles?: boolean;
  }
}

/** Until a request with files must have come: 100 MB at less than 1 Mbit/s. */
export const uploadTime = 20 * 60_000;
/** Until any other must have come. */
const requestTime = 120_000;

/** Node knows one limit for all requests, that of uploads; this cuts off the others long before. */
export function limitRequestTime(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (hasBody(raw) && routeOptions.config.takesFiles !== true) cutOff(raw);
  });
}

/** Ends a request that is still arriving: an upload too, if its sender may not upload. */
export function cutOff(raw: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, requestTime);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Every request may have one, whatever its method. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  return method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
