import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import type { Logger } from 'pino';

import { createAccessAudit } from '../../platform/audit/accessAudit.ts';
import type { Deps } from '../../core/app.ts';
import type { Config } from '../../config/config.ts';
import { createDatabase } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/client.ts';
import type { Log } from '../../platform/db/log.ts';
import { acquireInstanceLock } from '../../platform/db/instanceLock.ts';
import { loadShippedDocuments } from '../../features/site-info/loadShippedDocuments.ts';
import { createHealth } from '../../platform/http/health.ts';
import { createMetrics } from '../../platform/http/metrics.ts';
import { chooseStandardizer } from '../../core/integrations/address-standardization/chooseStandardizer.ts';
import { choosePowerBi } from '../../core/integrations/power-bi/choosePowerBi.ts';
import { chooseSenders } from '../../core/integrations/senders.ts';
import { chooseAntivirus } from '../../core/integrations/antivirus/chooseAntivirus.ts';
import { findConfinement } from '../../platform/rendering/confinement.ts';
import { createPageCache } from '../../platform/rendering/pageCache.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';
import { chooseStorage } from '../../platform/storage/chooseStorage.ts';
import { announce } from './announce.ts';
import { startDatabase } from './database.ts';
import type { RunningDatabase } from './database.ts';
import { sessionSecretOf } from './secret.ts';
import { startWeb } from './web.ts';

const webFolder = fileURLToPath(new URL('../../../../web/dist', import.meta.url));

/** Database connections for jobs, the audit sealer and startup work; opened on first use. */
const backgroundConnections = 4;

/** The running parts of a process. */
export interface Running {
  stop: () => Promise<void>;
}

/** Starts the parts of this process's role in order; `stop` stops them in reverse. */
export async function startProduct(config: Config, log: Logger): Promise<Running> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const step of stops.splice(0).toReversed()) await step();
  };
  try {
    const lock =
      config.databaseUrl === undefined ? acquireInstanceLock(config.dataDir, { name: config.productName }) : null;
    if (lock !== null) stops.push(() => lock.release());
    const database = await startDatabase(config, log);
    stops.push(database.stop);
    const deps = await makeDeps(config, database, log);
    stops.push(() => deps.db.destroy());
    stops.push(() => deps.audit.close());
    stops.push(() => deps.renderer.close());
    void warnOfConfinement(log);
    // Jobs may take longer than requests: only their statements have a time limit.
    const background = { ...deps, db: openDatabase(config, database, log) };
    stops.push(() => background.db.destroy());
    await loadShippedDocuments(background.db);
    const isFresh = config.fillDemo && (await fillEmptyDatabase(background, log));
    if (config.role !== 'web') {
      // Imported dynamically, so that a process that only serves requests does not load the handlers of jobs.
      const { startBackground } = await import('./background.ts');
      stops.push((await startBackground(background, database.url)).stop);
    }
    if (config.role !== 'worker') {
      const web = await startWeb(deps, database.url);
      stops.push(web.stop);
      lock?.describe({ name: config.productName, address: web.address });
      await announce(deps, config.publicUrl ?? web.address, isFresh);
    }
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** @param answerWithinMs time limit for requests */
function openDatabase(config: Config, { url }: RunningDatabase, log: Logger, answerWithinMs?: number): Database {
  return createDatabase({
    url,
    maxConnections: answerWithinMs === undefined ? backgroundConnections : config.databaseConnections,
    applicationName: `careloop-${config.role}`,
    answerWithinMs,
    log,
  });
}

/** Says what this machine does not keep from the processes that decode uploaded files. */
async function warnOfConfinement(log: Logger): Promise<void> {
  const { user, withoutNetwork } = await findConfinement();
  if (withoutNetwork === null) log.warn('Rendering processes are not separated from the network (docs/operations.md)');
  if (user === null && process.getuid?.() === 0) log.warn('Rendering processes run as root (docs/operations.md)');
}

async function makeDeps(config: Config, database: RunningDatabase, log: Logger): Promise<Deps> {
  const db = openDatabase(config, database, log, config.databaseTimeoutMs);
  const sessionSecret = sessionSecretOf(config, database.dataDir);
  return {
    config,
    sessionSecret,
    db,
    storage: chooseStorage({ ...config, dataDir: database.dataDir }),
    renderer: createRenderer(),
    antivirus: chooseAntivirus(config),
    addressStandardizer: chooseStandardizer(config),
    powerBi: choosePowerBi(config),
    senders: chooseSenders(config, db, sessionSecret),
    pageCache: createPageCache(join(database.dataDir, 'pages')),
    audit: createAccessAudit(db, { log }),
    metrics: createMetrics(),
    health: createHealth(),
    log,
    pause: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
    webFolder,
  };
}

/** Imported dynamically, so that a production process does not load the demo's code. */
async function fillEmptyDatabase({ db, storage }: Deps, log: Log): Promise<boolean> {
  const isEmpty = (await db.selectFrom('client').select('client_id').limit(1).execute()).length === 0;
  if (!isEmpty) return false;
  const { fillDemo } = await import('@careloop/demo/fillDemo');
  await fillDemo({ db, storage, log });
  return true;
}
