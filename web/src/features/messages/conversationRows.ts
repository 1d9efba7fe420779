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

// A conversation that changed is read alone and put in its place in the loaded list: an event costs one small call,
// however much of the list is loaded.

/** The latest message first. */
const order: RowOrder<ConversationListItem> = {
  keyOf: ({ conversationKey }) => conversationKey,
  compare: (one, other) => {
    if (one.lastMessageAt === other.lastMessageAt) return 0;
    return one.lastMessageAt > other.lastMessageAt ? -1 : 1;
  },
};

/** Rows on one page of the server. */
const pageSize = 100;
/** How often a list may change while its rows are read, before all of it is read again. */
const maxAttempts = 3;

/** Rows of a list to read again. */
interface Rows {
  /** What narrows the list down to them. */
  input: { conversationKeys: string[] } | { patientId: number };
  includes: (row: ConversationListItem) => boolean;
}
type Filters = Readonly<Record<string, unknown>>;

/** Brings the conversations up to date wherever they are shown. */
export async function refreshConversations(client: QueryClient, keys: ReadonlySet<string>): Promise<void> {
  const open = client.invalidateQueries({
    predicate: ({ queryKey: [path, input] }) =>
      (path === getSingleUserConversation.path || path === getUserConversationMessages.path) &&
      keys.has((input as { conversationKey: string }).conversationKey),
  });
  await Promise.all([open, refreshRows(client, keys)]);
}

/** The same in the lists alone. */
export async function refreshRows(client: QueryClient, keys: ReadonlySet<string>): Promise<void> {
  const includes = ({ conversationKey }: ConversationListItem) => keys.has(conversationKey);
  await refreshLists(client, () => ({ input: { conversationKeys: [...keys] }, includes }));
}

/** The patient's conversations in the lists, after somebody gained or lost access to the patient. */
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
  if (!query.isActive()) keepFirstPage(client, query);
  else if (await readRows(client, query, rows)) return;
  await client.invalidateQueries({ queryKey, exact: true });
}

/** Whether the list is up to date: false when all of it has to be read again. */
async function readRows(client: QueryClient, query: Query, { input, includes }: Rows): Promise<boolean> {
  const { queryKey } = query;
  const person = actedFor();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    // A first answer that is still on its way may have been read before the change.
    if (query.state.data === undefined) await settled(query);
    if (!isPages(query.state.data)) return false;
    const version = query.state.dataUpdateCount;
    const found = await call(getUserConversations, { ...(queryKey[1] as Filters), ...input, pageSize }).catch(
      () => undefined,
    );
    await settled(query);
    // The list belongs to somebody else by now.
    if (person !== actedFor() || !isPages(query.state.data)) return true;
    if (found === undefined || found.nextCursor !== null) return false;
    // An answer that came meanwhile may be newer than this one.
    if (query.state.dataUpdateCount !== version) continue;
    const answer = { isAsked: includes, found: found.items };
    client.setQueryData<RowPages<ConversationListItem>>(queryKey, (data) => data && placeRows(data, answer, order));
    return true;
  }
  return false;
}

/** Waits for what the query is loading. */
async function settled(query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
}
