import { setTimeout as sleep } from 'node:timers/promises';

import { sendMessage } from '@careloop/contracts/messages/sending';

import type { PlannedRequest } from '../lines/line.ts';
import { HttpConnection } from './httpConnection.ts';
import type { HttpAnswer } from './httpConnection.ts';
import { check, idOf, textOf, write } from './httpRequest.ts';
import { RealtimeSocket } from './realtimeSocket.ts';
import type { HeardEvent, Listener } from './realtimeSocket.ts';

/** The kind of item that is sent. */
export type PushKind = 'referral' | 'message';

/** A create call, and the users whose sockets must receive its event. */
export interface PlannedSend {
  request: PlannedRequest;
  audience: number[];
}

export interface PushOptions {
  push: PushKind;
  port: number;
  listeners: Listener[];
  sends: PlannedSend[];
  /** Number of sends at the start that are not counted. */
  warmUp: number;
  perSecond: number;
}

export interface PushReport {
  /** Milliseconds from sending a request to each arrival of its event. */
  latencies: Float64Array;
  lost: number;
  doubled: number;
  /** Arrivals at users who must not receive the event. */
  strayed: number;
  errors: string[];
}

/** Maximum number of concurrent creates. */
const senders = 8;
/** Events that take longer than this count as lost. */
const patienceMs = 5_000;

interface Sent {
  key: string;
  at: number;
  audience: ReadonlySet<number>;
  isCounted: boolean;
}

interface Arrival {
  socket: number;
  at: number;
}

/** The key that matches an event to the response that acknowledged the create. */
const keys: Record<
  PushKind,
  { ofEvent: (event: HeardEvent) => string | null; ofAnswer: (answer: HttpAnswer) => string }
> = {
  referral: {
    ofEvent: ({ name, payload }) => (name === 'ReferralChangedEvent' ? String(payload.referralId) : null),
    ofAnswer: (answer) => String(idOf(answer)),
  },
  message: {
    ofEvent: ({ name, payload }) =>
      name === 'ConversationChangedEvent' ? `${payload.conversationKey} ${payload.lastSequence}` : null,
    ofAnswer({ body }) {
      const { conversationKey, sequence } = sentMessage.parse(JSON.parse(body.toString()));
      return `${conversationKey} ${sequence}`;
    },
  },
};
const sentMessage = sendMessage.output.pick({ conversationKey: true, sequence: true });

/** Opens the sockets, creates referrals or messages at an even pace, and compares actual with expected recipients. */
export async function runPush(options: PushOptions): Promise<PushReport> {
  const arrivals = new Map<string, Arrival[]>();
  const { ofEvent } = keys[options.push];
  const hear = (socket: number, event: HeardEvent) => {
    const at = performance.now();
    const key = ofEvent(event);
    if (key === null) return;
    const known = arrivals.get(key);
    if (known === undefined) arrivals.set(key, [{ socket, at }]);
    else known.push({ socket, at });
  };
  const sockets = options.listeners.map(
    (who, index) => new RealtimeSocket(options.port, who, (event) => hear(index, event)),
  );
  await Promise.all(sockets.map((socket) => socket.ready()));
  const errors: string[] = [];
  const sent = await sendAll(options, errors);
  await waitForArrivals(sent, sockets, arrivals);
  for (const socket of sockets) socket.close();
  return { ...compare(sent, sockets, arrivals), errors };
}

async function sendAll({ push, port, sends, perSecond, warmUp }: PushOptions, errors: string[]): Promise<Sent[]> {
  const connections = await Promise.all(Array.from({ length: senders }, () => HttpConnection.open(port)));
  const startedAt = performance.now();
  const waiting = [...sends.entries()].values();
  const sent: Sent[] = [];
  const sendSome = async (connection: HttpConnection) => {
    for (const [index, { request, audience }] of waiting) {
      await sleep(Math.max(0, startedAt + (index * 1_000) / perSecond - performance.now()));
      const text = textOf(write(request, port));
      const at = performance.now();
      const answer = await connection.send(text);
      const error = check(answer, request, true);
      if (error !== null) errors.push(`${request.path}: ${error}`);
      else sent.push({ key: keys[push].ofAnswer(answer), at, audience: new Set(audience), isCounted: index >= warmUp });
    }
  };
  await Promise.all(connections.map(sendSome));
  for (const connection of connections) connection.close();
  return sent;
}

async function waitForArrivals(
  sent: readonly Sent[],
  sockets: readonly RealtimeSocket[],
  arrivals: ReadonlyMap<string, Arrival[]>,
): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  const expected = new Map(sent.map((one) => [one.key, socketsOf(one, sockets).length]));
  const isMissing = () => sent.some(({ key }) => (arrivals.get(key) ?? []).length < (expected.get(key) ?? 0));
  while (isMissing() && performance.now() < endsAt) await sleep(50);
}

function socketsOf({ audience }: Sent, sockets: readonly RealtimeSocket[]): number[] {
  return [...sockets.keys()].filter((index) => audience.has(sockets[index]?.userId ?? 0));
}

function compare(sent: readonly Sent[], sockets: readonly RealtimeSocket[], arrivals: ReadonlyMap<string, Arrival[]>) {
  const latencies: number[] = [];
  let [lost, doubled, strayed] = [0, 0, 0];
  for (const one of sent) {
    const expected = new Set(socketsOf(one, sockets));
    const heard = new Set<number>();
    for (const { socket, at } of arrivals.get(one.key) ?? []) {
      if (!expected.has(socket)) strayed += 1;
      else if (heard.has(socket)) doubled += 1;
      else if (one.isCounted) latencies.push(at - one.at);
      heard.add(socket);
    }
    lost += [...expected].filter((socket) => !heard.has(socket)).length;
  }
  return { latencies: Float64Array.from(latencies), lost, doubled, strayed };
}
