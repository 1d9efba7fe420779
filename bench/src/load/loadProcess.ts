import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import type { RoundOptions } from './loop.ts';
import type { Assignment, Command, Reply, RoundReport } from './messages.ts';

/** A load process, as the main process talks to it. */
export class LoadProcess {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(path.join(import.meta.dirname, 'main.ts'), { serialization: 'advanced' });
  }

  async assign(assignment: Assignment): Promise<void> {
    await this.#call({ kind: 'assign', assignment });
  }

  async run(options: RoundOptions): Promise<RoundReport> {
    const reply = await this.#call({ kind: 'run', ...options });
    if (reply.kind !== 'done') throw new Error('The load process answered something else');
    return reply.report;
  }

  stop(): void {
    this.#child.disconnect();
  }

  async #call(command: Command): Promise<Reply> {
    const ended = new AbortController();
    const end = once(this.#child, 'exit', { signal: ended.signal }).then(
      () => Promise.reject(new Error('The load process ended')),
      () => [],
    );
    this.#child.send(command);
    const [reply] = (await Promise.race([once(this.#child, 'message', { signal: ended.signal }), end])) as [Reply];
    ended.abort();
    if (reply.kind === 'failed') throw new Error(reply.message);
    return reply;
  }
}
