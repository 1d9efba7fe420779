import type { Endpoint } from '@careloop/contracts/endpoint';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** Starts the clock of a request; the returned function stops it with the HTTP status. */
  startRequest(endpoint: Endpoint): (status: number) => void;
}

/** Counters of one process. Labels are route patterns: no ids, no search terms. */
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
