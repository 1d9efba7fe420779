import pino from 'pino';

import { ConfigError } from '../config/configError.ts';
import { readConfig } from '../config/config.ts';
import { DatabaseStartError } from '../platform/db/embedded/startError.ts';
import { InstanceRunningError } from '../platform/db/instanceLock.ts';
import { MigrationError } from '../platform/db/migrate.ts';
import { startProduct } from './startup/product.ts';
import type { Running } from './startup/product.ts';

/** Prints one line for errors the operator can fix, and the full error otherwise. */
function explain(error: unknown, log: pino.Logger): void {
  const isPlain = [ConfigError, DatabaseStartError, InstanceRunningError, MigrationError].some(
    (kind) => error instanceof kind,
  );
  if (isPlain) console.error((error as Error).message);
  else log.fatal({ err: error }, 'The product could not start');
}

function stopOnSignals(running: Running, log: pino.Logger): void {
  let isStopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      log.info({ signal }, 'Stopping');
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'The product did not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

let log = pino({ level: 'info' }, pino.destination(2));
try {
  const config = readConfig(process.env);
  log = pino({ level: config.logLevel }, pino.destination(2));
  stopOnSignals(await startProduct(config, log), log);
} catch (error) {
  explain(error, log);
  process.exit(1);
}
