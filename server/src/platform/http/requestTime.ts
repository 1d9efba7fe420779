import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The endpoint receives files, so its requests get the longer upload time. */
    takesFiles?: boolean;
  }
}

/** Milliseconds in which a request with files must have arrived: 100 MB at less than 1 Mbit/s. */
export const uploadTime = 20 * 60_000;
/** Milliseconds in which any other request must have arrived. */
const requestTime = 120_000;

/** Node has one time limit for all requests, set for uploads; this cuts off all others much earlier. */
export function limitRequestTime(http: FastifyInstance): void {
  http.addHook('onRequest', async ({ raw, routeOptions }) => {
    if (hasBody(raw) && routeOptions.config.takesFiles !== true) cutOff(raw);
  });
}

/** Closes a request that has not arrived completely within `requestTime`. */
export function cutOff(raw: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy();
  }, requestTime);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Any request may have a body, even a GET. */
function hasBody({ method, headers }: IncomingMessage): boolean {
  return method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
