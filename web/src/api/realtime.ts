import type { Endpoint } from '@careloop/contracts/endpoint';
import { listCharts } from '@careloop/contracts/charts';
import {
  canAccessPatient,
  getPatientInfo,
  listAppointments,
  listCareTeam,
  listConditions,
  listEncounters,
  listPatients,
} from '@careloop/contracts/patients';
import { realtimeEvents, type RealtimeEventName, type RealtimeEvents } from '@careloop/contracts/realtime';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import type { HubConnection } from '@microsoft/signalr';
import { useEffect, useEffectEvent } from 'react';
import { createCoalescer } from './coalesce.ts';
import { invalidate } from './query.ts';
import { queryClient } from './queryClient.ts';

const queueLists = [getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus] as const;

/** What each event makes old. Events carry ids only; the screens read again through the authorised API. */
export const realtimeInvalidations: Record<Exclude<RealtimeEventName, 'ResyncEvent'>, readonly Endpoint[]> = {
  ReferralChangedEvent: [listReferrals, getReferral, listPatients, listAppointments, ...queueLists],
  WorkQueueItemChangedEvent: queueLists,
  CareTeamMembershipUpdatedEvent: [listCareTeam, getPatientInfo, canAccessPatient, listPatients],
  PatientChangedEvent: [getPatientInfo, listPatients, listEncounters, listConditions, listCharts],
  DeliveryChangedEvent: [getReferral],
};

type Handler = (payload: never) => void;
const handlers = new Map<RealtimeEventName, Set<Handler>>();
const names = Object.keys(realtimeEvents) as RealtimeEventName[];

const retryDelay = 5000;
const startRetries = 2;

function dispatch(name: RealtimeEventName, payload: unknown): void {
  const parsed = realtimeEvents[name].safeParse(payload ?? {});
  if (!parsed.success) return;
  for (const handler of handlers.get(name) ?? []) handler(parsed.data as never);
}

function resync(): void {
  void queryClient.invalidateQueries();
}

async function connect(): Promise<HubConnection> {
  // On its own: the first screen does not wait for it.
  const { HubConnectionBuilder, LogLevel } = await import('@microsoft/signalr');
  return new HubConnectionBuilder()
    .withUrl('/signalr')
    .withAutomaticReconnect({
      nextRetryDelayInMilliseconds: ({ previousRetryCount }) => [0, 2000, 5000, 10_000][previousRetryCount] ?? 30_000,
    })
    .configureLogging(LogLevel.None)
    .build();
}

/** Opens the channel for a signed-in user and keeps it; the returned function closes it. */
export function startRealtime(): () => void {
  const invalidations = createCoalescer<Endpoint>((endpoints) => void invalidate(queryClient, ...endpoints));
  let isStopped = false;
  let connection: HubConnection | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;

  const receive = (name: RealtimeEventName, payload: unknown) => {
    if (name === 'ResyncEvent') resync();
    else invalidations.add(realtimeInvalidations[name]);
    dispatch(name, payload);
  };
  const start = async (hub: HubConnection, retriesLeft: number): Promise<void> => {
    try {
      await hub.start();
    } catch {
      if (isStopped || retriesLeft === 0) return;
      retry = setTimeout(() => void start(hub, retriesLeft - 1), retryDelay);
    }
  };
  const open = async () => {
    connection = await connect();
    for (const name of names) connection.on(name, (payload: unknown) => receive(name, payload));
    connection.onreconnected(resync);
    if (!isStopped) await start(connection, startRetries);
  };
  void open();

  return () => {
    isStopped = true;
    clearTimeout(retry);
    invalidations.stop();
    void connection?.stop();
  };
}

/** Calls `handler` for every such event while the component is there. Lists need no handler: they are read again. */
export function useRealtimeEvent<Name extends RealtimeEventName>(
  name: Name,
  handler: (payload: RealtimeEvents[Name]) => void,
): void {
  const onEvent = useEffectEvent(handler);
  useEffect(() => {
    const listener = (payload: RealtimeEvents[Name]) => onEvent(payload);
    const set = handlers.get(name) ?? new Set();
    handlers.set(name, set);
    set.add(listener as Handler);
    return () => {
      set.delete(listener as Handler);
    };
  }, [name]);
}
