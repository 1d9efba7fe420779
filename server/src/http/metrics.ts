import type { Endpoint } from '@careloop/contracts/endpoint';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

import type { App } from './app.ts';
import { AppError } from '../errors.ts';
import { bearerToken } from './session.ts';

export interface Metrics {
  registry: Registry;
  /** Starts the clock of a request; the returned function stops it with the HTTP status. */
  startRequest(endpoint: Endpoint): (status: number) => void;
}

/** Counters of one process. Labels are paths with their parameter names: no ids, no words of a search. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'careloop_http_request_seconds',
    help: 'Time to answer a call, by endpoint and HTTP status',
    labelNames: ['method', 'path', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return {
    registry,
    startRequest(endpoint) {
      const started = performance.now();
      return (status) =>
        requests.observe(
          { method: endpoint.method, path: endpoint.path, status },
          (performance.now() - started) / 1000,
        );
    },
  };
}

/** `/metrics`, for the machine itself, and for whoever carries METRICS_TOKEN. */
export function serveMetrics(app: App): void {
  app.http.get('/metrics', async (request, reply) => {
    const { metricsToken } = app.deps.config;
    const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(request.ip);
    const isKnown = metricsToken !== undefined && bearerToken(request.headers.authorization) === metricsToken;
    if (!isLocal && !isKnown) throw new AppError('not_found');
    return reply.type(app.deps.metrics.registry.contentType).send(await app.deps.metrics.registry.metrics());
  });
}
