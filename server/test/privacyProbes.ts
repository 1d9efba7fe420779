import type { Endpoint } from '@careloop/contracts/endpoint';

import type { Caller, TestApp } from './harness.ts';
import type { Oracle } from './oracle.ts';

/** Ids of one kind that an endpoint accepts, and which of them a user may use. */
export interface Probe {
  /** Input key of the id. */
  key: string;
  ids: (oracle: Oracle) => readonly number[];
  may: (oracle: Oracle, userId: number) => Set<number>;
  /** Other required input. */
  more?: Record<string, unknown>;
  /** Input for an id, if it is more than the key. */
  inputOf?: (oracle: Oracle, id: number) => Record<string, unknown>;
  /** Error code for rows without access, if not that of a patient without access. */
  refusal?: string;
  /** Maximum concurrent calls per user. */
  atOnce?: number;
}

/** Context of a comparison. */
export interface ProbeContext {
  app: TestApp;
  oracle: Oracle;
  callerOf: (userId: number) => Caller;
}

/** A test of calls that return lists or counts, for which a probe with one id is not enough. */
export interface Comparison {
  name: string;
  endpoints: readonly Endpoint[];
  compare: (context: ProbeContext) => Promise<void>;
}

/** Probes that a feature's calls give each user access to exactly the rows they may see. */
export interface FeatureProbes {
  /** Reads by id, which must succeed for exactly the ids given by the oracle. */
  opens: readonly (readonly [Endpoint, Probe])[];
  /** Other calls by id, which must respond to a row without access as if it did not exist. */
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

/** Probe for ids of rows with individual access. */
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

/** The same probe with additional input. */
export const changed = (probe: Probe, more: Record<string, unknown>): Probe => ({
  ...probe,
  more: { ...probe.more, ...more },
});

export const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunks(items.slice(size), size)];

/** Reads all items of a list with cursors. */
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
