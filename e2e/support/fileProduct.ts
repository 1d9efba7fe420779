import path from 'node:path';

import { setPlace } from './address.ts';
import { startMailbox } from './mailbox.ts';
import type { ProductOptions } from './product.ts';
import { createProductHost } from './productHost.ts';
import { startProductOnCopy } from './template.ts';
import type { CopiedProduct } from './template.ts';

/** The product of the file whose journeys a worker is running. */
export interface FileProduct {
  /** Starts a product on a new copy of the organization, unless it is already running for this file. */
  startFor(file: string): Promise<void>;
  /** Starts one with its own variables instead, for a journey that stops it. */
  startOwn(options: ProductOptions): Promise<CopiedProduct>;
  /**
   * Stops it.
   * @throws Error if a product of any file logged something
   */
  stop(): Promise<void>;
}

export function createFileProduct(): FileProduct {
  const host = createProductHost();
  const logged: string[] = [];
  let current: { file: string; stop: () => Promise<void> } | undefined;
  const stopCurrent = async () => {
    const stopping = current;
    current = undefined;
    await stopping?.stop();
  };
  return {
    async startFor(file) {
      if (current?.file === file) return;
      await stopCurrent();
      const mailbox = await startMailbox();
      const env = { SMTP_URL: mailbox.url, SUPPORT_PORTAL_URL: 'https://support.example.org/careloop' };
      const product = await startProductOnCopy({ env }, host.start);
      const stop = async () => {
        const log = await product.stop();
        await mailbox.stop();
        logged.push(...log.map((line) => `${path.basename(file)}: ${line}`));
      };
      current = { file, stop };
      setPlace(product);
    },
    async startOwn(options) {
      await stopCurrent();
      const product = await startProductOnCopy(options, host.start);
      setPlace(product);
      return product;
    },
    async stop() {
      await stopCurrent();
      logged.push(...(await host.end()));
      if (logged.length > 0) throw new Error(`The server logged during the journeys:\n${logged.join('\n')}`);
    },
  };
}
