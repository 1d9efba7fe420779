import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import { WebSocket } from 'ws';

const separator = '\x1e';
const messageType = { invocation: 1, ping: 6 } as const;
const ping = `{"type":${messageType.ping}}${separator}`;

interface Message {
  type?: number;
  target?: string;
  arguments?: unknown[];
}

export interface Listener {
  userId: number;
  token: string;
}

export type HeardEvent = {
  [Name in RealtimeEventName]: { name: Name; payload: RealtimeEvents[Name] };
}[RealtimeEventName];

/** A minimal client of the realtime channel: only the receiving side of the SignalR protocol. */
export class RealtimeSocket {
  readonly userId: number;
  readonly #socket: WebSocket;
  readonly #onEvent: (event: HeardEvent) => void;
  readonly #ready = Promise.withResolvers<void>();
  #state: 'opening' | 'open' | 'closed' = 'opening';
  #pings = 0;

  /** Negotiates the connection first, as the official client does. */
  static async negotiate(port: number, who: Listener, onEvent: (event: HeardEvent) => void): Promise<RealtimeSocket> {
    const answer = await fetch(`http://127.0.0.1:${port}/signalr/negotiate?negotiateVersion=1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}` },
    });
    if (!answer.ok) throw new Error(`A realtime connection was refused: ${answer.status}`);
    const { connectionToken } = (await answer.json()) as { connectionToken: string };
    return new RealtimeSocket(port, who, onEvent, `?id=${connectionToken}`);
  }

  constructor(port: number, who: Listener, onEvent: (event: HeardEvent) => void, query = '') {
    this.userId = who.userId;
    this.#onEvent = onEvent;
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/signalr${query}`, {
      headers: { authorization: `Bearer ${who.token}` },
      perMessageDeflate: false,
    });
    this.#socket.on('open', () => this.#socket.send(`{"protocol":"json","version":1}${separator}`));
    this.#socket.on('message', (data: Buffer) => this.#read(data.toString()));
    this.#socket.on('error', (error) => this.#ready.reject(error));
    this.#socket.on('close', () => {
      this.#state = 'closed';
      this.#ready.reject(new Error('The product closed a realtime connection'));
    });
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Number of pings received from the product. */
  get pings(): number {
    return this.#pings;
  }

  /** Resolves once all later events will be received. */
  ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Sends a ping; without pings the product closes the connection. */
  ping(): void {
    this.#socket.send(ping);
  }

  close(): void {
    this.#socket.close();
  }

  #read(text: string): void {
    for (const part of text.split(separator)) {
      if (part !== '') this.#handle(JSON.parse(part) as Message);
    }
  }

  #handle({ type, target, arguments: [payload] = [] }: Message): void {
    if (this.#state === 'opening') {
      this.#state = 'open';
      return this.#ready.resolve();
    }
    if (type === messageType.ping) this.#pings += 1;
    if (type !== messageType.invocation || target === undefined || !isEventName(target)) return;
    this.#onEvent({ name: target, payload: realtimeEvents[target].payload.parse(payload) } as HeardEvent);
  }
}

function isEventName(name: string): name is RealtimeEventName {
  return Object.hasOwn(realtimeEvents, name);
}
