import { z } from 'zod';

import type { WebSocket } from 'ws';
import type { HubConnection } from './hub.ts';

// The public SignalR hub protocol (JSON over WebSockets), as documented in the ASP.NET Core repository:
// src/SignalR/docs/specs/HubProtocol.md and TransportProtocols.md. There is no server library for Node.

const recordSeparator = '\x1e';

const messageType = { invocation: 1, completion: 3, streamInvocation: 4, ping: 6, close: 7 } as const;

export const signalrTiming = {
  /** Interval of the server's pings and of the check for silent clients. */
  pingEveryMs: 15_000,
  /** The official client pings every 15 s; one that was silent for this long is gone. */
  clientTimeoutMs: 30_000,
  handshakeWithinMs: 15_000,
};
export type SignalrTiming = typeof signalrTiming;

/** Maximum message size from a client, in bytes. Clients only send handshakes and pings. */
export const longestMessage = 32 * 1024;

/** Receive limit per client. A normal client sends a handshake and a ping every 15 seconds; more than this is a flood. */
export const receiveLimit = { withinMs: 10_000, messages: 100, bytes: 128 * 1024 };

/** Time for the error message about a flood to be sent; further input is not read. */
const floodedForMs = 1_000;

/** Unsent bytes above which a client counts as too slow and is disconnected; it then reconnects and refetches. */
const maxUnsent = 1024 * 1024;

/** Response to negotiate. No process remembers the token, so any process may accept the WebSocket. */
export function negotiation(connectionId: string, connectionToken: string): object {
  return {
    negotiateVersion: 1,
    connectionId,
    connectionToken,
    availableTransports: [{ transport: 'WebSockets', transferFormats: ['Text'] }],
  };
}

/** An event as the client's `connection.on(event, (payload) => ...)` receives it. */
export function encodeInvocation(event: string, payload: unknown): string {
  return encode({ type: messageType.invocation, target: event, arguments: [payload] });
}

function encode(message: object): string {
  return JSON.stringify(message) + recordSeparator;
}

const handshakeRequest = z.object({ protocol: z.string(), version: z.number() });
const clientMessage = z.object({
  type: z.number(),
  invocationId: z.string().optional(),
  target: z.string().optional(),
});

export interface SignalrOptions {
  userId: number;
  sessionId: number;
  /** When the token expires and the client must reconnect with a newer one. */
  expiresAt: Date;
  timing: SignalrTiming;
  /** Called after the handshake; must resolve once the connection receives events. */
  onReady: (connection: HubConnection) => Promise<void>;
  /** Called when the client starts receiving events. */
  onOpen?: (connection: HubConnection) => void;
  onEnd: (connection: HubConnection) => void;
}

/** Speaks the protocol on one WebSocket until it ends. */
export function serveSignalr(socket: WebSocket, options: SignalrOptions): HubConnection {
  return new SignalrConnection(socket, options);
}

/** A client violated the protocol; the error message is sent to it. */
class ProtocolError extends Error {}

class SignalrConnection implements HubConnection {
  readonly userId: number;
  readonly sessionId: number;
  readonly #socket: WebSocket;
  readonly #options: SignalrOptions;
  readonly #timers: NodeJS.Timeout[];
  #state: 'handshake' | 'joining' | 'open' | 'ended' = 'handshake';
  #received = '';
  #lastReceivedAt = performance.now();
  #window = { since: performance.now(), messages: 0, bytes: 0 };

  constructor(socket: WebSocket, options: SignalrOptions) {
    this.userId = options.userId;
    this.sessionId = options.sessionId;
    this.#socket = socket;
    this.#options = options;
    const { timing, expiresAt } = options;
    this.#timers = [
      setInterval(() => this.#keepAlive(), timing.pingEveryMs),
      setTimeout(() => this.#refuseHandshake('The handshake took too long'), timing.handshakeWithinMs),
      setTimeout(
        () => this.close('The session must be renewed', true),
        Math.min(expiresAt.getTime() - Date.now(), 2 ** 31 - 1),
      ),
    ];
    socket.on('message', (data: Buffer, isBinary) => {
      if (this.#isWithinLimit(data.byteLength)) this.#read(data.toString('utf8'), isBinary);
    });
    // The library responds to pings; they only count towards the limit.
    socket.on('ping', (data: Buffer) => void this.#isWithinLimit(data.byteLength));
    socket.on('close', () => this.#end());
    // Message too long, invalid UTF-8 or a reset; `close` follows.
    socket.on('error', () => {});
  }

  send(frame: string): void {
    if (this.#state !== 'open') return;
    if (this.#socket.bufferedAmount <= maxUnsent) return this.#socket.send(frame);
    // A close message would queue behind the unsent data; the client also reconnects after a cut.
    this.#end();
    this.#socket.terminate();
  }

  close(reason: string, allowReconnect: boolean): void {
    if (this.#state === 'ended') return;
    if (this.#state !== 'open') return this.#refuseHandshake(reason);
    this.#socket.send(encode({ type: messageType.close, error: reason, allowReconnect }));
    this.#end();
    this.#socket.close(1000);
  }

  /** Counts received messages and bytes. A client that sends too much is cut off, to protect all others. */
  #isWithinLimit(bytes: number): boolean {
    if (this.#state === 'ended') return false;
    const now = performance.now();
    if (now - this.#window.since > receiveLimit.withinMs) this.#window = { since: now, messages: 0, bytes: 0 };
    this.#window.messages += 1;
    this.#window.bytes += bytes;
    if (this.#window.messages <= receiveLimit.messages && this.#window.bytes <= receiveLimit.bytes) return true;
    this.close('Too many messages', false);
    this.#socket.pause();
    setTimeout(() => this.#socket.terminate(), floodedForMs).unref();
    return false;
  }

  #read(text: string, isBinary: boolean): void {
    if (this.#state === 'ended') return;
    this.#lastReceivedAt = performance.now();
    if (isBinary) return this.close('Only text is understood', false);
    this.#received += text;
    this.#handleReceived();
    if (this.#received.length > longestMessage) this.close('The message is too long', false);
  }

  /** One frame may hold several messages, and a message may come in several frames. */
  #handleReceived(): void {
    try {
      while (this.#state === 'handshake' || this.#state === 'open') {
        const end = this.#received.indexOf(recordSeparator);
        if (end < 0) return;
        const message = this.#received.slice(0, end);
        this.#received = this.#received.slice(end + 1);
        this.#handle(parseJson(message));
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.close(error.message, false);
    }
  }

  #handle(message: unknown): void {
    if (this.#state === 'handshake') return this.#shakeHands(message);
    const parsed = clientMessage.safeParse(message);
    if (!parsed.success) throw new ProtocolError('The message has no type');
    const { type, invocationId, target } = parsed.data;
    if (type === messageType.close) return this.#finish();
    const isInvocation = type === messageType.invocation || type === messageType.streamInvocation;
    if (!isInvocation) return;
    // There are no hub methods: the client uses the HTTP API for everything.
    const error = `Unknown hub method '${target ?? ''}'`;
    // A client that waits for no answer learns of it only when the connection ends.
    if (invocationId === undefined) throw new ProtocolError(error);
    this.send(encode({ type: messageType.completion, invocationId, error }));
  }

  #shakeHands(message: unknown): void {
    const request = handshakeRequest.safeParse(message);
    if (!request.success) return this.#refuseHandshake('The handshake was not understood');
    const { protocol, version } = request.data;
    if (protocol !== 'json') return this.#refuseHandshake(`The protocol '${protocol}' is not supported`);
    if (version !== 1) return this.#refuseHandshake(`Version ${version} of the protocol is not supported`);
    this.#state = 'joining';
    void this.#options.onReady(this).then(() => this.#open());
  }

  /**
   * The client counts as connected once it gets this response, so it is sent after the rooms are loaded and before any
   * event. Events dispatched before are not sent: the client loads its data after connecting, or `onOpen` tells it to refetch.
   */
  #open(): void {
    if (this.#state !== 'joining') return;
    this.#state = 'open';
    this.#socket.send(encode({}));
    this.#options.onOpen?.(this);
    this.#handleReceived();
  }

  #refuseHandshake(error: string): void {
    if (this.#state !== 'handshake' && this.#state !== 'joining') return;
    this.#socket.send(encode({ error }));
    this.#finish();
  }

  #keepAlive(): void {
    const silence = performance.now() - this.#lastReceivedAt;
    if (silence <= this.#options.timing.clientTimeoutMs) return this.send(encode({ type: messageType.ping }));
    this.#end();
    this.#socket.terminate();
  }

  #finish(): void {
    this.#end();
    this.#socket.close(1000);
  }

  #end(): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    for (const timer of this.#timers) clearTimeout(timer);
    this.#options.onEnd(this);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError('The message is not JSON');
  }
}
