import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import { WebSocket } from 'ws';

const separator = '\x1e';
/** The message type of an event. */
const invocation = 1;

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
  #isOpen = false;

  constructor(port: number, who: Listener, onEvent: (event: HeardEvent) => void) {
    this.userId = who.userId;
    this.#onEvent = onEvent;
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/signalr`, {
      headers: { authorization: `Bearer ${who.token}` },
      perMessageDeflate: false,
    });
    this.#socket.on('open', () => this.#socket.send(`{"protocol":"json","version":1}${separator}`));
    this.#socket.on('message', (data: Buffer) => this.#read(data.toString()));
    this.#socket.on('error', (error) => this.#ready.reject(error));
    this.#socket.on('close', () => this.#ready.reject(new Error('The product closed a realtime connection')));
  }

  /** Resolves once all later events will be received. */
  ready(): Promise<void> {
    return this.#ready.promise;
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
    if (!this.#isOpen) {
      this.#isOpen = true;
      return this.#ready.resolve();
    }
    if (type !== invocation || target === undefined || !isEventName(target)) return;
    this.#onEvent({ name: target, payload: realtimeEvents[target].payload.parse(payload) } as HeardEvent);
  }
}

function isEventName(name: string): name is RealtimeEventName {
  return Object.hasOwn(realtimeEvents, name);
}
