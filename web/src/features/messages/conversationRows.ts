import { getUserConversationMessages } from '@careloop/contracts/messages';
import {
  getSingleUserConversation,
  getUserConversations,
  type ConversationListItem,
} from '@careloop/contracts/messages/conversations';
import type { QueryClient, Query } from '@tanstack/react-query';
import { actedFor } from '../../api/actingFor.ts';
import { call } from '../../api/call.ts';
import { isPages, keepFirstPage, type RowPages } from '../../api/pages.ts';
import { placeRows, type RowOrder } from './placeRows.ts';

// A changed conversation is fetched alone and put in its place in the loaded list, so that an event costs one small call
// however long the list is.

/** The latest message first. */
const order: RowOrder<ConversationListItem> = {
  keyOf: ({ conversationKey }) => conversationKey,
  compare: (one, other) => {
    if (one.lastMessageAt === other.lastMessageAt) return 0;
    return one.lastMessageAt > other.lastMessageAt ? -1 : 1;
  },
};

/** Rows per page on the server. */
const pageSize = 100;
/** Number of times a list may change while its rows are fetched, before all of it is refetched. */
const maxAttempts = 3;

/** Rows of a list to refetch. */
interface Rows {
  /** Filter of the call that fetches them. */
  input: { conversationKeys: string[] } | { patientId: number };
  includes: (row: ConversationListItem) => boolean;
}
type Filters = Readonly<Record<string, unknown>>;

/** Refreshes the conversations in all queries. */
export async function refreshConversations(client: QueryClient, keys: ReadonlySet<string>): Promise<void> {
  const open = client.invalidateQueries({
    predicate: ({ queryKey: [path, input] }) =>
      (path === getSingleUserConversation.path || path === getUserConversationMessages.path) &&
      keys.has((input as { conversationKey: string }).conversationKey),
  });
  await Promise.all([open, refreshRows(client, keys)]);
}

/** The same for the lists only. */
export async function refreshRows(client: QueryClient, keys: ReadonlySet<string>): Promise<void> {
  const includes = ({ conversationKey }: ConversationListItem) => keys.has(conversationKey);
  await refreshLists(client, () => ({ input: { conversationKeys: [...keys] }, includes }));
}

/** Refreshes the patient's conversations in the lists, after somebody gained or lost access to the patient. */
export async function refreshRowsOfPatient(client: QueryClient, patientId: number): Promise<void> {
  const includes = ({ patient }: ConversationListItem) => patient?.patientId === patientId;
  await refreshLists(client, (filters) =>
    Number(filters['patientId'] ?? patientId) === patientId ? { input: { patientId }, includes } : undefined,
  );
}

async function refreshLists(client: QueryClient, rowsOf: (filters: Filters) => Rows | undefined): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey: [getUserConversations.path] });
  await Promise.all(
    queries.map(async (query) => {
      const rows = rowsOf(query.queryKey[1] as Filters);
      if (rows !== undefined) await refreshList(client, query, rows);
    }),
  );
}

async function refreshList(client: QueryClient, query: Query, rows: Rows): Promise<void> {
  const { queryKey } = query;
  if (!query.isActive()) keepFirstPage(query);
  else if (await readRows(client, query, rows)) return;
  await client.invalidateQueries({ queryKey, exact: true });
}

/** Resolves to whether the list is up to date; if not, all of it must be refetched. */
async function readRows(client: QueryClient, query: Query, { input, includes }: Rows): Promise<boolean> {
  const { queryKey } = query;
  const person = actedFor();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // A first response still in flight may have been read before the change.
    if (query.state.data === undefined) await settled(query);
    if (!isPages(query.state.data)) return false;
    const version = query.state.dataUpdateCount;
    const found = await call(getUserConversations, { ...(queryKey[1] as Filters), ...input, pageSize }).catch(
      () => undefined,
    );
    await settled(query);
    // The list now belongs to another person.
    if (person !== actedFor() || !isPages(query.state.data)) return true;
    if (found === undefined || found.nextCursor !== null) return false;
    // A response that arrived in the meantime may be newer than this one.
    if (query.state.dataUpdateCount !== version) continue;
    const answer = { isAsked: includes, found: found.items };
    client.setQueryData<RowPages<ConversationListItem>>(queryKey, (data) => data && placeRows(data, answer, order));
    return true;
  }
  return false;
}

/** Waits until the query has finished loading. */
async function settled(query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
}
