import type { Endpoint } from '@careloop/contracts/endpoint';

import type { Caller, TestApp } from './harness.ts';
import type { Oracle } from './oracle.ts';

/** Ids of one kind that an endpoint takes, and who may use which. */
export interface Probe {
  /** Key of the input that takes the id. */
  key: string;
  ids: (oracle: Oracle) => readonly number[];
  may: (oracle: Oracle, userId: number) => Set<number>;
  /** What else the input needs. */
  more?: Record<string, unknown>;
  /** Keys and values of an id, where it is not the key alone. */
  inputOf?: (oracle: Oracle, id: number) => Record<string, unknown>;
  /** Code of the answer for closed rows, where it is not that of a closed patient. */
  refusal?: string;
  /** Calls that one user may have under way. */
  atOnce?: number;
}

/** What a comparison of lists works with. */
export interface ProbeContext {
  app: TestApp;
  oracle: Oracle;
  callerOf: (userId: number) => Caller;
}

/** A test of calls that answer with lists or counts, for which one id and one answer are not enough. */
export interface Comparison {
  name: string;
  endpoints: readonly Endpoint[];
  compare: (context: ProbeContext) => Promise<void>;
}

/** What shows for one feature that its calls open to each user what is theirs and nothing else. */
export interface FeatureProbes {
  /** Reads by id: they succeed for exactly the ids that the oracle names. */
  opens: readonly (readonly [Endpoint, Probe])[];
  /** Other calls by id: for what is closed to somebody they answer as if it were not there. */
  closes: readonly (readonly [Endpoint, Probe])[];
  compares?: readonly Comparison[];
}

export const ofPatient: Probe = {
  key: 'patientId',
  ids: (oracle) => oracle.patientIds,
  may: (oracle, userId) => oracle.patientsOf(userId),
};
export const ofReferral: Probe = {
  key: 'referralId',
  ids: (oracle) => oracle.referralIds,
  may: (oracle, userId) => oracle.referralsOf(userId),
};
export const ofDocument: Probe = {
  key: 'patientDocumentId',
  ids: (oracle) => oracle.documentIds,
  may: (oracle, userId) => oracle.documentsOf(userId),
};
export const ofConversation: Probe = {
  key: 'conversationKey',
  ids: (oracle) => oracle.conversations.map((one) => one.conversationId),
  may: (oracle, userId) => oracle.conversationsOf(userId),
  more: { searchTerm: 'the' },
  inputOf: (oracle, id) => ({ conversationKey: oracle.conversations.find((one) => one.conversationId === id)?.key }),
  refusal: 'no_access',
};
export const ofUserMessage: Probe = {
  key: 'userMessageId',
  ids: (oracle) => oracle.userMessages.map((one) => one.userMessageId),
  may: (oracle, userId) => oracle.userMessagesOf(userId),
  refusal: 'no_access',
};
export const ofQueueItem: Probe = {
  key: 'workQueueEncounterId',
  ids: (oracle) => oracle.queueItemIds,
  may: (oracle, userId) => oracle.queueItemsOf(userId),
};

/** Ids of rows of which each is open or not for reasons of its own. */
export function ofRows<Row extends { id: number }>(
  key: string,
  rows: (oracle: Oracle) => readonly Row[],
  isOpen: (oracle: Oracle, userId: number, row: Row) => boolean,
  refusal?: string,
): Probe {
  return {
    key,
    ids: (oracle) => rows(oracle).map(({ id }) => id),
    may: (oracle, userId) => new Set(rows(oracle).flatMap((row) => (isOpen(oracle, userId, row) ? [row.id] : []))),
    ...(refusal !== undefined && { refusal }),
  };
}

/** The same ids with more in the input. */
export const changed = (probe: Probe, more: Record<string, unknown>): Probe => ({
  ...probe,
  more: { ...probe.more, ...more },
});

export const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunks(items.slice(size), size)];

/** Every item of a list that goes on by cursor. */
export async function readAll(caller: Caller, endpoint: Endpoint, input: object): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  let cursor: unknown;
  do {
    const page: Record<string, unknown> = await caller.ok(endpoint, { ...input, cursor });
    items.push(...(page['items'] as Record<string, unknown>[]));
    cursor = page['nextCursor'] ?? undefined;
  } while (cursor !== undefined);
  return items;
}

export const idsIn = (items: unknown, key: string): number[] =>
  (items as Record<string, unknown>[]).map((item) => Number(item[key])).toSorted((a, b) => a - b);

export const inOrder = (ids: Iterable<number>): number[] => [...ids].toSorted((a, b) => a - b);
