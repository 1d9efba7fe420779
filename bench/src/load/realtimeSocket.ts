import { realtimeEvents } from '@careloop/contracts/realtime';
import type { RealtimeEvents } from '@careloop/contracts/realtime';
import { WebSocket } from 'ws';

const separator = '\x1e';
const invocation = 1;

interface Message {
  type?: number;
  target?: string;
  arguments?: unknown[];
}

export type ReferralChanged = RealtimeEvents['ReferralChangedEvent'];

/** A browser's realtime connection in its lightest form: the SignalR protocol as far as receiving goes. */
export class RealtimeSocket {
  readonly userId: number;
  readonly #socket: WebSocket;
  readonly #onChange: (event: ReferralChanged) => void;
  readonly #ready = Promise.withResolvers<void>();
  #isReady = false;

  constructor(port: number, who: { userId: number; token: string }, onChange: (event: ReferralChanged) => void) {
    this.userId = who.userId;
    this.#onChange = onChange;
    this.#socket = new WebSocket(`ws://127.0.0.1:${port}/signalr`, {
      headers: { authorization: `Bearer ${who.token}` },
      perMessageDeflate: false,
    });
    this.#socket.on('open', () => this.#socket.send(`{"protocol":"json","version":1}${separator}`));
    this.#socket.on('message', (data: Buffer) => this.#read(data.toString()));
    this.#socket.on('error', (error) => this.#ready.reject(error));
    this.#socket.on('close', () => this.#ready.reject(new Error('The product closed a realtime connection')));
  }

  /** Resolves when everything that happens from now on is heard. */
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
    if (!this.#isReady) {
      this.#isReady = true;
      this.#ready.resolve();
    } else if (type === invocation && target === 'ReferralChangedEvent') {
      this.#onChange(realtimeEvents.ReferralChangedEvent.parse(payload));
    }
  }
}
