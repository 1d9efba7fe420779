import type { Endpoint } from '@careloop/contracts/endpoint';
import { actingInput } from './actingFor.ts';

type Values = Readonly<Record<string, unknown>>;

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function appendValue(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') return;
  if (Array.isArray(value)) {
    for (const item of value) appendValue(query, name, item);
    return;
  }
  query.append(name, asText(value));
}

/**
 * URL and body of a call: `:parameters` of the path are filled from the input, the rest of a GET becomes the query string
 * (arrays repeated, empty values left out), the rest of a POST the JSON body. Both name the person acted for.
 */
export function requestOf(
  endpoint: Pick<Endpoint, 'method' | 'path' | 'access' | 'isOwn'>,
  input: Values,
): { url: string; body: string | undefined } {
  const rest: Record<string, unknown> = { ...actingInput(endpoint), ...input };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(asText(value));
  });
  if (endpoint.method === 'POST') return { url: `/api${path}`, body: JSON.stringify(rest) };

  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) appendValue(query, name, value);
  const search = query.toString();
  return { url: search === '' ? `/api${path}` : `/api${path}?${search}`, body: undefined };
}
