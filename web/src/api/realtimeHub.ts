import { connectingMs, realtimeEvents, type RealtimeEvents } from '@careloop/contracts/realtime';
import type { ReceivedEvent } from '@careloop/contracts/staleReads';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import {
  HttpTransportType,
  HubConnectionBuilder,
  HubConnectionState,
  LogLevel,
  type HubConnection,
} from '@microsoft/signalr';
import type { QueryClient } from '@tanstack/react-query';
import { createCoalescer } from './coalesce.ts';
import { emitApiEvent, onApiEvent } from './events.ts';
import { dispatchRealtimeEvent } from './realtime.ts';
import { invalidateStale } from './realtimeInvalidations.ts';

const names = Object.keys(realtimeEvents) as RealtimeEventName[];

/** Retry the start 2 more times, 5 s apart (docs/domain/realtime.md). */
const startRetries = 2;
const startPause = 5000;
const reconnectPauses = [0, 2000, 5000, 10_000] as const;
const longestPause = 30_000;
/** Milliseconds after the channel closed or failed to open before a successful call triggers another attempt. */
const retryAfterCall = 30_000;

const address = () => new URL('/signalr', location.href).href;

function build(readForMs: number): HubConnection {
  return new HubConnectionBuilder()
    .withUrl(`${address()}?readForMs=${Math.ceil(readForMs)}`, {
      skipNegotiation: true,
      transport: HttpTransportType.WebSockets,
    })
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount }) => reconnectPauses[previousRetryCount] ?? longestPause,
    })
    .configureLogging(LogLevel.None)
    .build();
}

/**
 * A channel and the function that opens it, which resolves to true if events may have been missed. If the first connection
 * is fast enough, the server itself reports changes since the first screen was loaded; otherwise the caller must refetch.
 */
function createChannel(readSince: number): { hub: HubConnection; open: () => Promise<boolean> } {
  const startedAt = performance.now();
  const hub = build(startedAt - readSince);
  let isFirst = true;
  const open = async () => {
    const wasFirst = isFirst;
    isFirst = false;
    if (!wasFirst) hub.baseUrl = address();
    await hub.start();
    return !wasFirst || performance.now() - startedAt > connectingMs;
  };
  hub.onreconnecting(() => {
    hub.baseUrl = address();
  });
  return { hub, open };
}

/** What is done with events: refetching what they make stale, and telling the features. */
function createReceiver(client: QueryClient) {
  const invalidations = createCoalescer<ReceivedEvent>((events) => void invalidateStale(client, events));
  /** Refetches everything on screen, because events may have been missed. */
  const resync = () => {
    void client.invalidateQueries();
    dispatchRealtimeEvent('ResyncEvent', {});
  };
  const receive = (name: RealtimeEventName, payload: unknown) => {
    const parsed = realtimeEvents[name].payload.safeParse(payload);
    if (!parsed.success) return;
    const data = parsed.data as RealtimeEvents[typeof name];
    if (name === 'ResyncEvent') return resync();
    invalidations.add([{ name, payload: data }]);
    dispatchRealtimeEvent(name, data);
  };
  return { receive, resync, stopReceiving: () => invalidations.stop() };
}

/**
 * Opens the channel for a signed-in user and keeps it open. The returned function closes it.
 * @param readSince when the first screen started loading (`performance.now()`)
 * @param reconnectsOnRefresh whether a new token opens a new channel (`REALTIME_RECONNECT_ON_REFRESH`)
 */
export function startRealtime(client: QueryClient, readSince: number, reconnectsOnRefresh: boolean): () => void {
  const { receive, resync, stopReceiving } = createReceiver(client);
  const { hub, open } = createChannel(readSince);
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let isStarting = false;
  let gaveUpAt = 0;
  let isRenewing = false;

  const start = async (retriesLeft: number): Promise<void> => {
    isStarting = true;
    try {
      const hasMissed = await open();
      isStarting = false;
      if (hasMissed) resync();
    } catch {
      isStarting = !isStopped && retriesLeft > 0;
      if (!isStarting) gaveUpAt = Date.now();
      if (isStarting) retry = setTimeout(() => void start(retriesLeft - 1), startPause);
    }
  };
  const reportClosed = () => {
    if (!isStopped && !isRenewing) emitApiEvent('channelClosed');
  };
  // After a given-up start, or after the server told us not to reconnect, tries again once the network returns or a call
  // succeeds.
  const startAgain = () => {
    if (!isStopped && !isStarting && hub.state === HubConnectionState.Disconnected) void start(startRetries);
  };
  /** Opens a new channel with the session's new token. What was missed in between is refetched. */
  const renew = async () => {
    if (!reconnectsOnRefresh || isStopped || hub.state !== HubConnectionState.Connected) return;
    isRenewing = true;
    await hub.stop();
    isRenewing = false;
    startAgain();
  };
  const stops = [
    onApiEvent('reached', () => {
      if (Date.now() - gaveUpAt > retryAfterCall) startAgain();
    }),
    onApiEvent('tokenRefreshed', () => void renew()),
  ];

  for (const name of names) hub.on(name, (payload: unknown) => receive(name, payload));
  hub.onreconnecting(reportClosed);
  hub.onreconnected(resync);
  hub.onclose(() => {
    gaveUpAt = Date.now();
    reportClosed();
  });
  window.addEventListener('online', startAgain);
  void start(startRetries);

  return () => {
    isStopped = true;
    clearTimeout(retry);
    window.removeEventListener('online', startAgain);
    for (const stop of stops) stop();
    stopReceiving();
    void hub.stop();
  };
}
