import { readConfig } from '@careloop/server/src/config/config';
import { startProduct } from '@careloop/server/src/commands/startup/product';
import type { Running } from '@careloop/server/src/commands/startup/product';
import pino from 'pino';

// The process of a product host: starts and stops one product after the other, as main.ts starts one.

/** What the host sends: the variables of the product to start, or the order to stop it. */
export type Order = { start: NodeJS.ProcessEnv } | 'stop';
/** The response to an order. A product that has stopped reports its log lines. */
export type Report = 'started' | { stopped: string[] } | { failed: string };

let running: Running | undefined;
let lines: string[] = [];

async function start(env: NodeJS.ProcessEnv): Promise<Report> {
  const config = readConfig(env);
  const log = pino({ level: config.logLevel }, { write: (line: string) => void lines.push(line.trimEnd()) });
  running = await startProduct(config, log);
  return 'started';
}

async function stop(): Promise<Report> {
  await running?.stop();
  const stopped = lines;
  [running, lines] = [undefined, []];
  return { stopped };
}

process.on('message', (order: Order) => {
  const done = order === 'stop' ? stop() : start(order.start);
  done.then(report, (error: unknown) =>
    report({ failed: error instanceof Error ? (error.stack ?? '') : String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));

function report(message: Report): void {
  process.send?.(message);
}
