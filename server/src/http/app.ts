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

/** Dependencies of the application. */
export interface Deps {
  config: Config;
  /** Key of the session tokens' digests. */
  sessionSecret: string;
  db: Database;
  storage: DocumentStorage;
  renderer: DocumentRenderer;
  pageCache: PageCache;
  antivirus: Antivirus;
  addressStandardizer: AddressStandardizer;
  /** Null where it is not set up. */
  powerBi: PowerBi | null;
  senders: Senders;
  audit: AccessAudit;
  metrics: Metrics;
  health: Health;
  log: FastifyBaseLogger;
  /** Waits this many milliseconds; rejects when the signal is aborted. */
  pause: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** The built portal; absent in API tests. */
  webFolder?: string;
}

/** The HTTP application while it is put together: features add their endpoints to it with `route()`. */
export interface App {
  readonly http: FastifyInstance;
  readonly deps: Deps;
  /** Every endpoint that was routed, for the API description and the rules about the repository. */
  readonly endpoints: Endpoint[];
}
