import type { CallOf, Endpoint } from '@careloop/contracts/endpoint';
import type { Query, QueryClient } from '@tanstack/react-query';
import { actedFor } from './actingFor.ts';
import { call } from './call.ts';
import { isPages, placeAnew, type RowOrder, type RowPages } from './livePages.ts';

// A row that changed is asked for alone and put in its place: however much of a list is loaded, an event costs one small
// call.

/** The lists that an endpoint answers page by page. */
export interface LiveList<Item> extends RowOrder<Item> {
  endpoint: Endpoint;
  /** Lets go of what was loaded further down while nobody looks, rather than read all of it again. */
  isCutUnseen?: boolean;
}

/** Which rows of one list are asked for anew. */
export interface Wanted<Item> {
  /** What narrows the list down to them. */
  input: Readonly<Record<string, unknown>>;
  isAsked: (item: Item) => boolean;
}
/** What of a list is old, by its filters and the rows that are loaded; undefined when none of it is. */
export type Want<Item> = (
  filters: Readonly<Record<string, unknown>>,
  items: readonly Item[],
) => Wanted<Item> | undefined;

/** How often a list may change while its rows are asked for, before it is read again as a whole. */
const tries = 3;

/** Brings rows up to date in every list of the kind. */
export async function refreshLists<Item>(client: QueryClient, list: LiveList<Item>, want: Want<Item>): Promise<void> {
  const queries = client.getQueryCache().findAll({ queryKey: [list.endpoint.path] });
  await Promise.all(queries.map((query) => refreshList(client, list, query, want)));
}

async function refreshList<Item>(
  client: QueryClient,
  list: LiveList<Item>,
  query: Query,
  want: Want<Item>,
): Promise<void> {
  const { queryKey } = query;
  const filters = queryKey[1] as Record<string, unknown>;
  const wanted = () => want(filters, itemsOf(query.state.data) as readonly Item[]);
  const readAgain = () => client.invalidateQueries({ queryKey, exact: true });
  if (!query.isActive()) {
    if (wanted() === undefined) return;
    if (list.isCutUnseen === true) keepFirstPage(client, query);
    return await readAgain();
  }
  const person = actedFor();
  for (let count = 0; count < tries; count += 1) {
    // What is on its way for the first time may have been read before the change.
    if (query.state.data === undefined) await settled(query);
    const asked = wanted();
    if (asked === undefined) return;
    if (!isPages(query.state.data)) break;
    const version = query.state.dataUpdateCount;
    const found = await callList<Item>(list, { ...filters, ...asked.input });
    await settled(query);
    // Of somebody else by now.
    if (person !== actedFor() || !isPages(query.state.data)) return;
    if (found === undefined || found.nextCursor !== null) break;
    // What came meanwhile may be newer than this answer.
    if (query.state.dataUpdateCount !== version) continue;
    const answer = { isAsked: asked.isAsked, found: found.items };
    client.setQueryData<RowPages<Item>>(queryKey, (data) => data && placeAnew(data, answer, list));
    return;
  }
  await readAgain();
}

/** Waits for what the query is loading. */
async function settled(query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
}

async function callList<Item>({ endpoint }: LiveList<Item>, input: object) {
  // That the endpoint answers rows is known to whoever makes a list of it; types cannot see into a generic endpoint.
  const answer = call(endpoint, input as CallOf<Endpoint>) as Promise<unknown>;
  return (await answer.catch(() => undefined)) as { items: Item[]; nextCursor: string | null } | undefined;
}

/** The loaded rows, of one page or of many. */
export function itemsOf(data: unknown): readonly unknown[] {
  if (isPages(data)) return data.pages.flatMap((page) => page.items);
  return typeof data === 'object' && data !== null && 'items' in data ? (data.items as unknown[]) : [];
}

/** Lets go of what was loaded further down in the lists: looked at again, they would be read again page by page. */
export function keepFirstPages(client: QueryClient, { path }: Endpoint): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [path] })) keepFirstPage(client, query);
}

function keepFirstPage(client: QueryClient, { queryKey, state }: Query): void {
  const { data, dataUpdatedAt } = state;
  if (!isPages(data) || data.pages.length < 2) return;
  const first = { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) };
  // As old as before.
  client.setQueryData(queryKey, first, { updatedAt: dataUpdatedAt });
}
