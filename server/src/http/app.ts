import type { Endpoint } from '@careloop/contracts/endpoint';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';

import type { AccessAudit } from '../audit/accessAudit.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { AddressStandardizer } from '../integrations/addresses/port.ts';
import type { Antivirus } from '../integrations/antivirus/port.ts';
import type { Senders } from '../integrations/senders.ts';
import type { PowerBi } from '../integrations/power-bi/port.ts';
import type { PageCache } from '../rendering/pageCache.ts';
import type { DocumentRenderer } from '../rendering/renderer.ts';
import type { DocumentStorage } from '../storage/storage.ts';
import type { Health } from './health.ts';
import type { Metrics } from './metrics.ts';

export interface Deps {
  config: Config;
  /** HMAC key of the stored session token digests. */
  sessionSecret: string;
  db: Database;
  storage: DocumentStorage;
  renderer: DocumentRenderer;
  pageCache: PageCache;
  antivirus: Antivirus;
  addressStandardizer: AddressStandardizer;
  /** Null if not configured. */
  powerBi: PowerBi | null;
  senders: Senders;
  audit: AccessAudit;
  metrics: Metrics;
  health: Health;
  log: FastifyBaseLogger;
  /** Waits this many milliseconds; rejects when the signal is aborted. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Folder of the built portal; absent in API tests. */
  webFolder?: string;
}

/** The HTTP application during setup: features add their endpoints to it with `route()`. */
export interface App {
  readonly http: FastifyInstance;
  readonly deps: Deps;
  /** Every registered endpoint, for the API description and the repository tests. */
  readonly endpoints: Endpoint[];
}
