import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { RoundOptions } from './loop.ts';
import type { Assignment, Command, Reply, RoundReport } from './messages.ts';
import type { PushOptions, PushReport } from './pushLoad.ts';

/** The main process's handle of a load process; it runs one command at a time. */
export class LoadProcess {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(path.join(import.meta.dirname, 'main.ts'), { serialization: 'advanced' });
  }

  async assign(assignment: Assignment): Promise<void> {
    await this.#call({ kind: 'assign', assignment }, 'ready');
  }

  async run(options: RoundOptions): Promise<RoundReport> {
    return (await this.#call({ kind: 'run', ...options }, 'ran')).report;
  }

  async push(options: PushOptions): Promise<PushReport> {
    return (await this.#call({ kind: 'push', ...options }, 'pushed')).report;
  }

  stop(): void {
    this.#child.disconnect();
  }

  async #call<Kind extends Reply['kind']>(command: Command, kind: Kind): Promise<Extract<Reply, { kind: Kind }>> {
    const settled = new AbortController();
    const { signal } = settled;
    const end = once(this.#child, 'exit', { signal }).then(
      () => Promise.reject(new Error('The load process ended')),
      () => [],
    );
    const message = once(this.#child, 'message', { signal });
    this.#child.send(command);
    const [reply] = (await Promise.race([message, end])) as [Reply];
    settled.abort();
    if (reply.kind === 'failed') throw new Error(reply.message);
    if (reply.kind !== kind) throw new Error(`The load process answered ${reply.kind} instead of ${kind}`);
    return reply as Extract<Reply, { kind: Kind }>;
  }
}
