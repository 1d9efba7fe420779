import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emitApiEvent, onApiEvent } from './events.ts';
import { startRealtime } from './realtimeHub.ts';

/** Sockets that the SignalR client opens; each completes the handshake. */
class Socket {
  static opened: Socket[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  binaryType = 'blob';
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: object) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    Socket.opened.push(this);
    queueMicrotask(() => {
      this.readyState = 1;
      this.onopen?.();
    });
  }

  send(text: string) {
    if (text.includes('"protocol"')) queueMicrotask(() => this.onmessage?.({ data: '{}\u001e' }));
  }

  close() {
    this.readyState = 3;
    this.onclose?.({ wasClean: true, code: 1000, reason: '' });
  }
}

const isOpen = (socket: Socket | undefined) => socket?.readyState === 1;
let stop: () => void = () => undefined;

const { process } = globalThis as unknown as { process: { release: { name: string } } };
const { release } = process;

beforeEach(() => {
  Socket.opened = [];
  // The SignalR client takes the window's sockets only where it does not find Node.
  Object.defineProperty(process, 'release', { value: { ...release, name: 'browser' } });
  vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => {
  stop();
  vi.unstubAllGlobals();
  Object.defineProperty(process, 'release', { value: release });
});

/** Lets everything that is ready run: the handshake takes no time here. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

/** Starts a channel, and shows that it receives events. */
async function start(reconnectsOnRefresh: boolean) {
  const client = new QueryClient();
  const refetch = vi.spyOn(client, 'invalidateQueries');
  stop = startRealtime(client, performance.now(), reconnectsOnRefresh);
  await vi.waitFor(() => expect(isOpen(Socket.opened[0])).toBe(true));
  await settle();
  Socket.opened[0]?.onmessage?.({ data: '{"type":1,"target":"ResyncEvent","arguments":[{}]}\u001e' });
  expect(refetch).toHaveBeenCalledOnce();
  refetch.mockClear();
  return refetch;
}

test('with the setting, a refreshed token opens a new channel and refetches what was missed, without a word to the user', async () => {
  const refetch = await start(true);
  const closed = vi.fn<() => void>();
  const stopListening = onApiEvent('channelClosed', closed);
  emitApiEvent('tokenRefreshed');
  await vi.waitFor(() => expect(Socket.opened).toHaveLength(2));
  expect(isOpen(Socket.opened[0])).toBe(false);
  await vi.waitFor(() => expect(refetch).toHaveBeenCalledOnce());
  expect(isOpen(Socket.opened[1])).toBe(true);
  expect(closed).not.toHaveBeenCalled();
  stopListening();
});

test('without it, a refreshed token keeps the channel', async () => {
  const refetch = await start(false);
  emitApiEvent('tokenRefreshed');
  await settle();
  expect(Socket.opened).toHaveLength(1);
  expect(isOpen(Socket.opened[0])).toBe(true);
  expect(refetch).not.toHaveBeenCalled();
});
