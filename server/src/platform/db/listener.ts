import { setTimeout as sleep } from 'node:timers/promises';

import { connect } from './connection.ts';
import { isConnectionError } from './errors.ts';

import type { Client } from 'pg';
import type { Log } from './log.ts';

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;
/** A connection dropped by a firewall reports no error, so it is checked at this interval. */
const CHECK_EVERY_MS = 15_000;
const ANSWER_WITHIN_MS = 10_000;

export interface ListenerOptions {
  url: string;
  log: Log;
  /** Called after a lost connection was reopened. Notifications sent in between were missed. */
  onReconnect?: () => void;
}

export interface Listener {
  /** Resolves once the channel is listened to; if the database is unavailable, after it is back. */
  listen(channel: string, handler: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
}

/**
 * A dedicated connection for LISTEN that reconnects when it is lost. It cannot come from the pool, whose connections are
 * shared. Notifications sent while it is disconnected are lost; `onReconnect` reports that.
 */
export function createListener(options: ListenerOptions): Listener {
  return new ReconnectingListener(options);
}

class ReconnectingListener implements Listener {
  readonly #options: ListenerOptions;
  readonly #handlers = new Map<string, ((payload: string) => void)[]>();
  readonly #closing = new AbortController();
  #connection: Promise<Client>;
  #checks: NodeJS.Timeout | undefined;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#connection = this.#connect();
    this.#connection.catch(() => {});
  }

  async listen(channel: string, handler: (payload: string) => void): Promise<void> {
    const handlers = this.#handlers.get(channel) ?? [];
    this.#handlers.set(channel, [...handlers, handler]);
    for (;;) {
      const connection = this.#connection;
      const client = await connection;
      try {
        await subscribe(client, [channel]);
        return;
      } catch (error) {
        if (!isConnectionError(error)) throw error;
        // The connection was lost during the statement. The next connection listens to every known channel.
        if (this.#connection === connection) await endOf(client);
      }
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#checks);
    const client = await this.#connection.catch(() => undefined);
    await client?.end().catch(() => {});
  }

  /** Retries until it has a connection that listens to every channel, or the listener is closed. */
  async #connect(): Promise<Client> {
    const { signal } = this.#closing;
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      if (signal.aborted) throw new Error('The listener was closed');
      try {
        return await this.#open();
      } catch (error) {
        this.#options.log.warn({ err: error }, 'The connection for notifications could not be opened; trying again');
      }
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  }

  async #open(): Promise<Client> {
    const client = await connect({ url: this.#options.url, applicationName: 'careloop-listener' });
    client.on('notification', ({ channel, payload }) => this.#dispatch(channel, payload ?? ''));
    await subscribe(client, [...this.#handlers.keys()]);
    client.once('end', () => this.#replace());
    this.#watch(client);
    return client;
  }

  #replace(): void {
    if (this.#closing.signal.aborted) return;
    clearInterval(this.#checks);
    this.#options.log.warn({}, 'The connection for notifications was lost; opening another');
    this.#connection = this.#connect();
    this.#connection.then(
      () => this.#options.onReconnect?.(),
      () => {},
    );
  }

  #watch(client: Client): void {
    this.#checks = setInterval(() => void check(client), CHECK_EVERY_MS);
    this.#checks.unref();
  }

  #dispatch(channel: string, payload: string): void {
    for (const handler of this.#handlers.get(channel) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        this.#options.log.error({ err: error, channel }, 'A notification could not be handled');
      }
    }
  }
}

async function subscribe(client: Client, channels: string[]): Promise<void> {
  for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`);
}

/** Unlike events.once(), does not reject on errors before the end. */
async function endOf(client: Client): Promise<void> {
  await new Promise<void>((resolve) => client.once('end', resolve));
}

/** Cuts a connection that does not respond, so that it is replaced like any lost one. */
async function check(client: Client): Promise<void> {
  const patience = setTimeout(() => client.connection.stream.destroy(), ANSWER_WITHIN_MS);
  await client.query('select 1').catch(() => {});
  clearTimeout(patience);
}
