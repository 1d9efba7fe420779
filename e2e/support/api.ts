import type { CallOf, Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import { frontendVersion, frontendVersionHeader, idempotencyKeyHeader } from '@careloop/contracts/session';
import type { APIRequestContext } from '@playwright/test';

import { address } from './address.ts';

/**
 * Calls an endpoint as the user of a browser (its `page.request`), past the screens: to set a journey up, or to ask the
 * server what is true.
 * @throws Error when it is refused
 */
export async function call<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  input: CallOf<E>,
): Promise<OutputOf<E>> {
  const { status, body } = await tryCall(request, endpoint, input);
  if (!body.wasSuccessful) throw new Error(`${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
  // What the server sends is parsed by the endpoint's own schema before it leaves.
  return body as unknown as OutputOf<E>;
}

interface Answer {
  status: number;
  body: { wasSuccessful: boolean; validationErrors?: Record<string, string> };
}

/** As `call`, but answers a refusal too. */
export async function tryCall<E extends Endpoint>(
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

/** A list is one parameter for each of its values. */
function queryOf(fields: Record<string, unknown>): URLSearchParams {
  const values = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  return new URLSearchParams(values);
}

/** Fields that the path names go into the path; what is undefined goes nowhere. */
function fillPath(path: string, input: Record<string, unknown>) {
  const rest = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const pathname = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(rest[name]);
    delete rest[name];
    return encodeURIComponent(value);
  });
  return { pathname, rest };
}
