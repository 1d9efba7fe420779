import type { Endpoint } from '@careloop/contracts/endpoint';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export interface Metrics {
  registry: Registry;
  /** Starts timing a request; the returned function stops it with the HTTP status. */
  startRequest(endpoint: Endpoint): (status: number) => void;
  /** Resolves once no request is running. A request whose client disconnected still runs to its end and is audited. */
  whenIdle(): Promise<void>;
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
  let runningCount = 0;
  const idleWaiters: (() => void)[] = [];
  const running = new Gauge({
    name: 'careloop_http_requests_running',
    help: 'Calls that are being answered',
    registers: [registry],
  });
  const count = (change: 1 | -1) => {
    runningCount += change;
    running.set(runningCount);
    if (runningCount === 0) for (const resolve of idleWaiters.splice(0)) resolve();
  };
  return {
    registry,
    startRequest(endpoint) {
      const started = performance.now();
      count(1);
      return (status) => {
        const { method, path } = endpoint;
        requests.observe({ method, path, status }, (performance.now() - started) / 1000);
        count(-1);
      };
    },
    whenIdle: () => new Promise((resolve) => (runningCount === 0 ? resolve() : idleWaiters.push(resolve))),
  };
}
