import type { Permission } from '@careloop/contracts/access';
import type { Endpoint } from '@careloop/contracts/endpoint';

import { chartAssociationType } from '@careloop/contracts/codes';
import type { Caller, TestApp } from './harness.ts';
import type { Oracle } from './oracle.ts';

/** Ids of one kind, and which of them a user may use. */
export interface Ids {
  ids: (oracle: Oracle) => readonly number[];
  may: (oracle: Oracle, userId: number) => Set<number>;
}

/** Ids of one kind that an endpoint accepts. */
export interface Probe extends Ids {
  /** Input key of the id. */
  key: string;
  /** Other required input. */
  more?: Record<string, unknown>;
  /** Input for an id, if it is more than the key; undefined skips the user, for example one without patients. */
  inputOf?: (oracle: Oracle, id: number, userId: number) => Record<string, unknown> | undefined;
  /** Error code for rows without access, if not that of a patient without access; `invalid_input` with its fields. */
  refusal?: string;
  /** Permission that this use of the call needs beyond `access`; users without it get `forbidden`. */
  needs?: Permission;
  /** Maximum concurrent calls per user. */
  atOnce?: number;
  /** Maximum number of ids per user, for a rule that another probe tests with all ids. */
  atMost?: number;
  /** Every user may know that the row exists, so the error may differ from that of a missing row. */
  isKnown?: true;
  /** Only the permission in `access` is required. */
  isByPermission?: true;
}

/** Context of a comparison. */
export interface ProbeContext {
  app: TestApp;
  oracle: Oracle;
  callerOf: (userId: number) => Caller;
}

/** An endpoint and the id keys of its input that a probe covers. */
export type CallWithKeys = readonly [Endpoint, ...string[]];

/** A test of calls that return lists or counts, for which a probe with one id is not enough. */
interface Comparison {
  name: string;
  calls: readonly CallWithKeys[];
  compare: (context: ProbeContext) => Promise<void>;
}

/**
 * A list with filters by id. Filtering by a row without access must be refused, or return nothing that the unfiltered list
 * does not return.
 */
export interface FilteredList {
  endpoint: Endpoint;
  /** Ids to filter by, for each key. */
  by: Record<string, Ids>;
  /** Keys of filters that take an array. */
  several?: readonly string[];
  more?: Record<string, unknown>;
  itemsIn?: (answer: Record<string, unknown>) => readonly unknown[];
}

/** Ids that every signed-in user may use by design, and a call that returns everything such an id gives access to. */
export interface OpenToAll {
  name: string;
  because: string;
  reads: Endpoint;
  /** Username of the reader, who belongs to another client. */
  as?: string;
  ids?: (oracle: Oracle) => readonly number[];
  inputOf: (id: number) => Record<string, unknown>;
  /** The part of the response that the id gives access to, if not all of it. */
  partOf?: (answer: Record<string, unknown>) => unknown;
  /** All keys that the response may have, at any depth. */
  shows: readonly string[];
  /** Keys that must be null for a user of another client. */
  withholds?: readonly string[];
}

/** Probes that a feature's calls give each user access to exactly the rows they may see. */
export interface FeatureProbes {
  /** Reads by id, which must succeed for exactly the ids given by the oracle. */
  opens?: readonly (readonly [Endpoint, Probe])[];
  /** Other calls by id, which must respond to a row without access as if it did not exist. */
  closes?: readonly (readonly [Endpoint, Probe])[];
  filters?: readonly FilteredList[];
  /** Keys that take ids open to every user, by kind of id. */
  takesOpen?: readonly (readonly [OpenToAll, readonly CallWithKeys[]])[];
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
  const found = new WeakMap<Oracle, Map<number, Set<number>>>();
  const may = (oracle: Oracle, userId: number) => {
    const known = found.get(oracle) ?? new Map<number, Set<number>>();
    found.set(oracle, known);
    const mine =
      known.get(userId) ?? new Set(rows(oracle).flatMap((row) => (isOpen(oracle, userId, row) ? [row.id] : [])));
    known.set(userId, mine);
    return mine;
  };
  return {
    key,
    ids: (oracle) => rows(oracle).map(({ id }) => id),
    may,
    ...(refusal !== undefined && { refusal }),
  };
}

/** Patients the user may see by more than emergency access, so their records can be changed. */
export const ofCare: Probe = { ...ofPatient, may: (oracle, userId) => oracle.careOf(userId) };
/** Users who share a client with the user. */
export const ofColleague: Probe = {
  key: 'userId',
  ids: (oracle) => oracle.rows.accounts.map(({ id }) => id),
  may: (oracle, userId) => {
    const mine = oracle.clientsOf(userId);
    const isKnown = (id: number) => [...oracle.clientsOf(id)].some((clientId) => mine.has(clientId));
    return new Set(oracle.rows.accounts.flatMap(({ id }) => (id === userId || isKnown(id) ? [id] : [])));
  },
};
/** Ids for a filter that every user is tested with, whatever they may see. */
export const ofAll = (rows: (oracle: Oracle) => readonly { id: number }[]): Ids => ({
  ids: (oracle) => rows(oracle).map(({ id }) => id),
  may: () => new Set(),
});

/** Rows of a client, open to the users of the client. */
export const ofClients = (key: string, rows: (oracle: Oracle) => readonly { id: number; clientId: number }[]) =>
  ofRows(key, rows, (oracle, userId, { clientId }) => oracle.clientsOf(userId).has(clientId), 'not_found');

/** Rows of a user, open to that user only. */
export const ofOwner = (
  key: string,
  rows: (oracle: Oracle) => readonly { id: number; userId: number }[],
  refusal: string,
) => ofRows(key, rows, (_oracle, userId, row) => row.userId === userId, refusal);

/** The same probe for a key that takes an array. */
export const several = (
  probe: Probe,
  key: string,
  more: Record<string, unknown>,
  refusal = `invalid_input ${key}`,
): Probe => ({
  ...probe,
  key,
  more,
  inputOf: (_oracle, id) => ({ [key]: [id] }),
  refusal,
});

/** Charts of a patient that can be attached, by kind. */
const pickedCharts = [
  [ofDocument, (id: number) => ({ associationType: association.document, patientDocumentId: id })],
  [
    ofRows(
      'patientAppointmentId',
      (oracle) => oracle.rows.appointments,
      (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
    ),
    (id: number) => ({ associationType: association.appointment, patientAppointmentId: id }),
  ],
  [ofReferral, (id: number) => ({ associationType: association.referral, referralId: id })],
  [ofPatient, (id: number) => ({ associationType: association.demographic, patientId: id })],
  [ofPatient, (id: number) => ({ associationType: association.summary_of_care, patientId: id })],
] as const;

/** Probes that attach charts of other patients to a row the user has access to. */
export const pickedBeside = (endpoint: Endpoint, first: Probe, field: string) =>
  pickedCharts.map(
    ([second, pick]) =>
      [endpoint, beside(first, second, `invalid_input ${field}`, (id) => ({ [field]: [pick(id)] }))] as const,
  );

/** A second id without access, combined with a first id that the user has access to. */
export function beside(
  first: Probe,
  second: Probe,
  refusal: string,
  inputOf = (id: number): object => ({ [second.key]: id }),
): Probe {
  return {
    ...second,
    more: { ...first.more, ...second.more },
    inputOf: (oracle, id, userId) => {
      const [open] = first.may(oracle, userId);
      return open === undefined
        ? undefined
        : { ...(first.inputOf?.(oracle, open, userId) ?? { [first.key]: open }), ...inputOf(id) };
    },
    refusal,
    atMost: 2,
  };
}

/** The same probe with additional input. */
export const changed = (probe: Probe, more: Record<string, unknown>): Probe => ({
  ...probe,
  more: { ...probe.more, ...more },
});

const association = chartAssociationType.table;

export const chunks = <Item>(items: readonly Item[], size: number): Item[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunks(items.slice(size), size)];

const usersAtOnce = 4;

/** Does the work for every user, for some users at a time. */
export async function forUsers(
  { users }: Oracle,
  work: (user: Oracle['users'][number], index: number) => Promise<void>,
): Promise<void> {
  for (const some of chunks([...users.entries()], usersAtOnce)) {
    await Promise.all(some.map(([index, user]) => work(user, index)));
  }
}

const alikeAtMost = 3;

/** Samples of the ids, one for each group of users with access; all ids of a group if there are few. */
export function samplesOf(oracle: Oracle, { ids, may }: Ids): number[][] {
  const mine = oracle.users.map(({ userId }) => may(oracle, userId));
  const alike = Map.groupBy(ids(oracle), (id) => mine.map((some) => (some.has(id) ? 1 : 0)).join(''));
  return [...alike.values()].map((some) => spread(some, alikeAtMost));
}

/** One id of each sample. Users take the ids of a sample in turn, so that together they try all of them. */
export const turnOf = (samples: readonly number[][], turn: number): number[] =>
  samples.map((some) => some[turn % some.length]!);

export const shareOf = (oracle: Oracle, ids: Ids, turn: number): number[] => turnOf(samplesOf(oracle, ids), turn);

/** A sample of at most `atMost` items, evenly spread; all items by default. */
export function spread<Item>(items: readonly Item[], atMost = items.length): Item[] {
  const step = Math.max(1, Math.ceil(items.length / Math.max(1, atMost)));
  return items.filter((_item, index) => index % step === 0);
}

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

/** Lines of a downloaded file. */
export const linesOf = (answer: Record<string, unknown>): string[] => String(answer['bytes']).split('\n');

/** All values of the filters in a response, without their counts, which another filter changes. */
export const valuesOf = (answer: Record<string, unknown>): object[] =>
  Object.values(answer).flatMap((values) =>
    Array.isArray(values) ? values.map((one: object) => ({ ...one, count: null })) : [],
  );

/** Keys separated by spaces. */
export const keysOf = (...texts: string[]): string[] => texts.flatMap((text) => text.split(' '));

export const idsIn = (items: unknown, key: string): number[] =>
  (items as Record<string, unknown>[]).map((item) => Number(item[key])).toSorted((a, b) => a - b);

export const inOrder = (ids: Iterable<number>): number[] => [...ids].toSorted((a, b) => a - b);
