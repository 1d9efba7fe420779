import type { CallOf } from '@careloop/contracts/endpoint';
import { getUserConversationMessages } from '@careloop/contracts/messages';
import {
  getSingleUserConversation,
  getUserConversations,
  type ConversationListItem,
} from '@careloop/contracts/messages-conversations';
import type { Query, QueryClient } from '@tanstack/react-query';
import { actedFor } from './actingFor.ts';
import { call } from './call.ts';
import { isPages, placeAnew, type ConversationPages } from './conversationPages.ts';

// A conversation that changed is asked for alone and put in its place: however much of a list is loaded, an event costs
// one small call.

type ListInput = CallOf<typeof getUserConversations>;

/** Which rows are read anew. */
interface Asked {
  input: Pick<ListInput, 'conversationKeys' | 'patientId'>;
  isAsked: (item: ConversationListItem) => boolean;
}

/** As many at once as the server answers on one page. */
const most = 100;
/** How often a list may change while its rows are asked for, before it is read again as a whole. */
const tries = 3;

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
  await refreshLists(client, {
    input: { conversationKeys: [...keys] },
    isAsked: ({ conversationKey }) => keys.has(conversationKey),
  });
}

/** After somebody has come to see a patient, or does not any more: the patient's conversations in the lists. */
export async function refreshRowsOfPatient(client: QueryClient, patientId: number): Promise<void> {
  await refreshLists(client, { input: { patientId }, isAsked: ({ patient }) => patient?.patientId === patientId });
}

async function refreshLists(client: QueryClient, asked: Asked): Promise<void> {
  const lists = client.getQueryCache().findAll({ queryKey: [getUserConversations.path] });
  await Promise.all(lists.map((list) => refreshList(client, list, asked)));
}

async function refreshList(client: QueryClient, list: Query, asked: Asked): Promise<void> {
  const { queryKey } = list;
  const readAgain = () => client.invalidateQueries({ queryKey, exact: true });
  if (!isPages(list.state.data)) return await readAgain();
  if (!list.isActive()) {
    keepFirstPage(client, list);
    return await readAgain();
  }
  const filters = queryKey[1] as ListInput;
  const { patientId = asked.input.patientId } = filters;
  if (asked.input.patientId !== undefined && Number(patientId) !== asked.input.patientId) return;
  const person = actedFor();
  for (let count = 0; count < tries; count += 1) {
    const version = list.state.dataUpdateCount;
    const input = { ...filters, ...asked.input, patientId, pageSize: most };
    const found = await call(getUserConversations, input).catch(() => undefined);
    await list.promise?.catch(() => undefined);
    // Of somebody else by now.
    if (person !== actedFor() || !isPages(list.state.data)) return;
    if (found === undefined || found.nextCursor !== null) break;
    // What came meanwhile may be newer than this answer.
    if (list.state.dataUpdateCount !== version) continue;
    client.setQueryData<ConversationPages>(queryKey, (data) => data && placeAnew(data, asked.isAsked, found.items));
    return;
  }
  await readAgain();
}

/** Lets go of what was loaded further down in the lists: looked at again, they would be read again page by page. */
export function keepFirstPages(client: QueryClient): void {
  for (const list of client.getQueryCache().findAll({ queryKey: [getUserConversations.path] }))
    keepFirstPage(client, list);
}

function keepFirstPage(client: QueryClient, { queryKey, state }: Query): void {
  const { data, dataUpdatedAt } = state;
  if (!isPages(data) || data.pages.length < 2) return;
  const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
  // As old as before.
  client.setQueryData(queryKey, first, { updatedAt: dataUpdatedAt });
}
