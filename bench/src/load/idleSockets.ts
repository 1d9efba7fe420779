import { setTimeout as sleep } from 'node:timers/promises';

import { RealtimeSocket } from './realtimeSocket.ts';
import type { Listener } from './realtimeSocket.ts';

/** The state of the sockets. */
export interface IdleReport {
  open: number;
  /** Number of pings from the product on the socket that received the fewest. */
  fewestPings: number;
  /** Users who did not receive their event; `doubled` counts those who received it more than once. */
  missed: number;
  doubled: number;
}

/** Same interval as the official client. */
const pingEveryMs = 15_000;
/** Connections opened at the same time. */
const width = 32;
/** Events that take longer than this count as lost. */
const patienceMs = 15_000;

/** Sockets that stay open and idle, and record whether they receive the event of their own message. */
export class IdleSockets {
  readonly #sockets: RealtimeSocket[] = [];
  readonly #heard = new Map<number, number>();
  readonly #timer: NodeJS.Timeout;

  private constructor() {
    this.#timer = setInterval(() => this.#ping(), pingEveryMs);
  }

  /** Resolves when all sockets are connected. */
  static async open(port: number, listeners: readonly Listener[]): Promise<IdleSockets> {
    const idle = new IdleSockets();
    const waiting = listeners.values();
    const openSome = async () => {
      for (const listener of waiting) await idle.#open(port, listener);
    };
    await Promise.all(Array.from({ length: width }, openSome));
    return idle;
  }

  /** Waits until every socket has received its event, or until the time limit. */
  async report(): Promise<IdleReport> {
    const endsAt = performance.now() + patienceMs;
    while (this.#heard.size < this.#sockets.length && performance.now() < endsAt) await sleep(50);
    return {
      open: this.#sockets.filter(({ isOpen }) => isOpen).length,
      fewestPings: Math.min(...this.#sockets.map(({ pings }) => pings)),
      missed: this.#sockets.length - this.#heard.size,
      doubled: [...this.#heard.values()].filter((count) => count > 1).length,
    };
  }

  close(): void {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.close();
  }

  async #open(port: number, listener: Listener): Promise<void> {
    const { userId } = listener;
    const socket = await RealtimeSocket.negotiate(port, listener, ({ name, payload }) => {
      if (name !== 'UnreadMessageCountChangedEvent' || payload.userId !== userId) return;
      this.#heard.set(userId, (this.#heard.get(userId) ?? 0) + 1);
    });
    await socket.ready();
    this.#sockets.push(socket);
  }

  #ping(): void {
    for (const socket of this.#sockets) if (socket.isOpen) socket.ping();
  }
}
