import type { Endpoint } from '@careloop/contracts/endpoint';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { Config } from '../../config/config.ts';
import type { AccessAudit } from '../audit/accessAudit.ts';
import type { Database } from '../db/client.ts';
import type { PageCache } from '../rendering/pageCache.ts';
import type { DocumentRenderer } from '../rendering/renderer.ts';
import type { DocumentStorage } from '../storage/storage.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

/** What every HTTP application needs; `core/app.ts` adds the integrations. */
export interface HttpDeps {
  config: Config;
  /** HMAC key of the stored session token digests. */
  sessionSecret: string;
  db: Database;
  storage: DocumentStorage;
  renderer: DocumentRenderer;
  pageCache: PageCache;
  audit: AccessAudit;
  metrics: Metrics;
  health: Health;
  log: FastifyBaseLogger;
  /** Waits this many milliseconds; rejects when the signal is aborted. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Folder of the built portal; absent in API tests. */
  webFolder?: string;
}

/** The HTTP application during setup: `route()` and its variants add endpoints to it. */
export interface HttpApp {
  readonly http: FastifyInstance;
  readonly deps: HttpDeps;
  /** Every registered endpoint, for the API description and the repository tests. */
  readonly endpoints: Endpoint[];
}
