import type { IncomingMessage } from 'node:http';

import cookie from '@fastify/cookie';
import compress from '@fastify/compress';
import Fastify, { LogController } from 'fastify';

import { AppError } from '../../platform/errors.ts';
import { features } from '../../features/index.ts';
import { endpointsOf } from '../../core/feature.ts';
import type { App, Deps } from '../../core/app.ts';
import { failureAnswer, toAppError } from '../../platform/http/answer.ts';
import { describeApi } from '../../platform/http/openapi.ts';
import { secureHeaders } from '../../platform/http/headers.ts';
import { serveLogos } from '../../platform/http/logos.ts';
import { serveWeb } from '../../platform/http/staticFiles.ts';
import { limitRequestTime, uploadTime } from '../../platform/http/requestTime.ts';
import { serveMetrics } from '../../platform/http/serveMetrics.ts';

/**
 * Builds the whole HTTP application, ready to listen or for injected requests. Used by every process and every test.
 */
export async function buildApp(deps: Deps): Promise<App> {
  const http = Fastify({
    loggerInstance: deps.log,
    // The framework's request log contains URLs, which can contain patient ids and search terms.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: 1024 * 1024,
    requestTimeout: uploadTime,
    trustProxy: deps.config.trustProxy,
    routerOptions: { caseSensitive: false },
  });
  const app: App = { http, deps, endpoints: [] };
  http.setErrorHandler((error, request, reply) => {
    const { status, body } = failureAnswer(isBrokenOff(request.raw) ? brokenOff() : toAppError(error), request.log);
    return reply.status(status).send(body);
  });
  await http.register(cookie);
  await http.register(compress, { threshold: 2048, encodings: ['br', 'gzip'], globalDecompression: false });
  secureHeaders(http, deps.config);
  limitRequestTime(http);
  serveMetrics(app);
  for (const addRoutes of features.flatMap(({ routes }) => routes)) addRoutes(app);
  await describeApi(app);
  serveLogos(app);
  await serveWeb(app);
  requireRoutes(app);
  http.all('/api/*', () => {
    throw new AppError('not_found', { message: 'There is no such call.' });
  });
  return app;
}

/** Whether the client disconnected before the request was complete, which is not a server error. */
function isBrokenOff({ destroyed, complete }: IncomingMessage): boolean {
  return destroyed && !complete;
}

function brokenOff(): AppError {
  return new AppError('invalid_input', { validationErrors: { '': 'The request was canceled.' } });
}

/** Fails at startup if an endpoint in the contracts has no route. */
function requireRoutes({ endpoints }: App): void {
  const missing = [...endpointsOf(features)].filter(([, endpoint]) => !endpoints.includes(endpoint));
  if (missing.length > 0) throw new Error(`Endpoints without a route: ${missing.map(([name]) => name).join(', ')}`);
}
