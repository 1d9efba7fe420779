import type { CallOf, Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import { frontendVersion, frontendVersionHeader, idempotencyKeyHeader } from '@careloop/contracts/session';
import type { APIRequestContext } from '@playwright/test';

import { address } from './address.ts';

/**
 * Calls an endpoint as the user of a browser (its `page.request`) without using the screens, to set up a journey or to
 * check the server's state.
 * @throws Error if the call is refused
 */
export async function call<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  input: CallOf<E>,
): Promise<OutputOf<E>> {
  const { status, body } = await tryCall(request, endpoint, input);
  if (!body.wasSuccessful) throw new Error(`${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
  // The server has already parsed the response by the endpoint's schema.
  return body as unknown as OutputOf<E>;
}

interface Answer {
  status: number;
  body: { wasSuccessful: boolean; validationErrors?: Record<string, string> };
}

/** Like `call`, but returns refusals instead of throwing. */
async function tryCall<E extends Endpoint>(
  request: APIRequestContext,
  { method, path, idempotent }: E,
  input: CallOf<E>,
): Promise<Answer> {
  const headers = {
    origin: address(),
    [frontendVersionHeader]: frontendVersion,
    ...(idempotent && { [idempotencyKeyHeader]: crypto.randomUUID() }),
  };
  const { pathname, rest } = fillPath(path, input as Record<string, unknown>);
  const url = `${address()}/api${pathname}`;
  const response =
    method === 'GET'
      ? await request.get(url, { headers, params: queryOf(rest) })
      : await request.post(url, { headers, data: rest });
  return { status: response.status(), body: (await response.json()) as Answer['body'] };
}

/** An array becomes one parameter per value. */
function queryOf(fields: Record<string, unknown>): URLSearchParams {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(values);
}

/** Puts fields named in the path into the path; undefined fields are omitted. */
function fillPath(path: string, input: Record<string, unknown>) {
  const rest = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const pathname = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { pathname, rest };
}
