import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { Order, Report } from './hostedProduct.ts';
import { addressOf, environmentOf, findFreePort } from './product.ts';
import type { StartProduct } from './product.ts';

/** Runs one product after the other in one process, because loading the server takes longer than some journeys. */
export interface ProductHost {
  start: StartProduct;
  /** Ends the process. Returns what it wrote besides the logs of its products. */
  end(): Promise<string[]>;
}

export function createProductHost(): ProductHost {
  const written: string[] = [];
  let host: Host | undefined;
  return {
    async start(dataDir, options) {
      const current = (host ??= openHost(written));
      const port = options.port ?? (await findFreePort());
      const report = await current.give({ start: environmentOf(dataDir, port, options) });
      if (report !== 'started') throw new Error(`The product did not start: ${JSON.stringify(report)}`);
      return {
        address: addressOf(port),
        dataDir,
        async stop() {
          const stopped = await current.give('stop');
          if (typeof stopped === 'object' && 'stopped' in stopped) return stopped.stopped;
          throw new Error(`The product did not stop: ${JSON.stringify(stopped)}`);
        },
      };
    },
    async end() {
      await host?.end();
      return written;
    },
  };
}

type Host = ReturnType<typeof openHost>;

/** @param written receives the lines of the standard error */
function openHost(written: string[]) {
  const child = fork(path.join(import.meta.dirname, 'hostedProduct.ts'), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => written.push(...text.split('\n').filter(Boolean)));
  // After its standard error was read.
  const closed = once(child, 'close').then(() => `The process of the product ended\n${written.join('\n')}`);
  return {
    /** @throws Error if the process ends before it reports */
    async give(order: Order): Promise<Report> {
      const reported = once(child, 'message').then(([report]) => report as Report);
      child.send(order);
      return await Promise.race([reported, closed.then((reason) => Promise.reject(new Error(reason)))]);
    },
    async end(): Promise<void> {
      child.kill();
      await closed;
    },
  };
}
