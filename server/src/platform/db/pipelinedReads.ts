import type { QueryResult } from 'pg';

import type { PipeliningConnection, Statement } from './pipeliningConnection.ts';
import { readsOnly } from './readsOnly.ts';

/** A statement, and what to do with its result. */
interface Pending {
  statement: Statement;
  resolve: (result: QueryResult) => void;
  reject: (error: unknown) => void;
}

/** Maximum number of statements in a packet. */
const mostInPacket = 16;
/** A packet whose results take longer no longer holds back the next. */
const youngMs = 2;
/** Those behind a statement that takes longer are sent again without it. */
const stuckMs = 100;
/** A statement that took longer is sent alone the next time. */
const slowMs = 20;

/**
 * Sends concurrent reads to the database in one packet, on one connection of the pool. Under load, waking a backend and being
 * woken by its result cost more than most reads do. Reads of one turn of the event loop go together; those that come
 * while a packet is in flight wait for its results, but for two milliseconds at most.
 *
 * A statement waits for those before it in its packet. So only reads with a name share one, because they are planned already,
 * and none that took long the last time. If one is stuck, for example because it waits for a lock, those behind it are sent
 * again on another connection. Each succeeds or fails on its own.
 */
export class PipelinedReads {
  readonly #connect: () => Promise<PipeliningConnection>;
  readonly #pending: Pending[] = [];
  /** Names of the statements that took long the last time. */
  readonly #slow = new Set<string>();
  #isScheduled = false;
  #isYoungInFlight = false;

  /** @param connect takes a connection from the pool */
  constructor(connect: () => Promise<PipeliningConnection>) {
    this.#connect = connect;
  }

  send(statement: Statement): Promise<QueryResult> {
    return new Promise((resolve, reject) => {
      const pending = { statement, resolve, reject };
      if (!this.#mayShare(statement)) void this.#send([pending]);
      else {
        this.#pending.push(pending);
        this.#schedule();
      }
    });
  }

  #mayShare(statement: Statement): boolean {
    return statement.name !== undefined && !this.#slow.has(statement.name) && readsOnly(statement);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#isYoungInFlight) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#sendPacket();
    });
  }

  #sendPacket(): void {
    const packet = this.#pending.splice(0, mostInPacket);
    this.#isYoungInFlight = true;
    let isYoung = true;
    const letNextGo = () => {
      if (!isYoung) return;
      isYoung = false;
      this.#isYoungInFlight = false;
      if (this.#pending.length > 0) this.#schedule();
    };
    const timer = setTimeout(letNextGo, youngMs);
    void this.#send(packet).finally(() => {
      clearTimeout(timer);
      letNextGo();
    });
  }

  /** Sends statements on one connection. Does not reject. */
  async #send(packet: readonly Pending[]): Promise<void> {
    let connection: PipeliningConnection;
    try {
      connection = await this.#connect();
    } catch (error) {
      for (const { reject } of packet) reject(error);
      return;
    }
    let before = performance.now();
    let arrived = 0;
    const timer = setTimeout(() => {
      const [stuck, ...behind] = packet.slice(arrived);
      this.#note(stuck?.statement.name, stuckMs);
      if (behind.length > 0) void this.#send(behind);
    }, stuckMs);
    const results = packet.map(({ statement }) => connection.send(statement));
    const arrivals = results.map(async (result, index) => {
      const pending = packet[index];
      try {
        pending?.resolve(await result);
      } catch (error) {
        pending?.reject(error);
      }
      // The server executes them one after the other.
      arrived += 1;
      const now = performance.now();
      this.#note(pending?.statement.name, now - before);
      before = now;
    });
    await Promise.all(arrivals);
    clearTimeout(timer);
    connection.release();
  }

  #note(name: string | undefined, ms: number): void {
    if (name === undefined) return;
    if (ms > slowMs) this.#slow.add(name);
    else this.#slow.delete(name);
  }
}
