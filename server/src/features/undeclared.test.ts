import { mayNameActedFor, type Endpoint } from '@careloop/contracts/endpoint';
import { parseCall } from '@careloop/contracts/fieldErrors';
import { permissions } from '@careloop/contracts/access';
import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';

import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { fileOf } from '../../test/uploads.ts';

// Fields and parameters that a call does not declare are refused by name, on every call.

let app: TestApp;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
  caller = await app.as(await buildUser(app.db, { permissions: [...permissions] }));
});
afterAll(() => app.stop());

const refusedField = { misspelled: fallbackTexts.undeclared };

const pathOf = ({ path }: Endpoint) => `/api${path.replace(/:\w+/g, '1')}`;

async function send(
  endpoint: Endpoint,
  { query = {}, body }: { query?: Record<string, string | string[]>; body?: object },
) {
  const sent = endpoint.takesFiles === true && body !== undefined ? await formOf(body) : { payload: body, headers: {} };
  const answered = await app.app.http.inject({
    method: endpoint.method,
    url: pathOf(endpoint),
    query,
    headers: { authorization: `Bearer ${caller.token}`, ...sent.headers },
    ...(sent.payload !== undefined && { payload: sent.payload }),
  });
  return answered.json<{ code?: string; validationErrors?: Record<string, string> }>();
}

async function formOf(fields: object) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  form.append('file', fileOf('x', 'x.pdf'));
  const request = new Request('http://localhost', { method: 'POST', body: form });
  return {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  };
}

const answering = () => app.app.endpoints.filter(({ redirects, isOfService }) => !redirects && !isOfService);

describe('every call', () => {
  test('refuses a field or parameter that it does not declare', async () => {
    const wrong: unknown[] = [];
    for (const endpoint of answering()) {
      const sent = endpoint.method === 'GET' ? { query: { misspelled: '1' } } : { body: { misspelled: 1 } };
      const { code, validationErrors } = await send(endpoint, sent);
      const isRefused = code === 'invalid_input' && validationErrors?.['misspelled'] === fallbackTexts.undeclared;
      if (!isRefused) wrong.push([endpoint.path, code, validationErrors]);
    }
    expect(wrong).toEqual([]);
  });

  test('refuses a parameter in the address of a POST', async () => {
    const changes = answering().filter(({ method }) => method === 'POST');
    for (const endpoint of changes) {
      const answered = await send(endpoint, { query: { misspelled: '1' }, body: {} });
      expect({ path: endpoint.path, ...answered }).toMatchObject({
        path: endpoint.path,
        code: 'invalid_input',
        validationErrors: refusedField,
      });
    }
  });

  test('refuses a parameter sent twice where it takes one value', async () => {
    const wrong: unknown[] = [];
    for (const endpoint of answering().filter(({ method }) => method === 'GET')) {
      for (const [name, field] of Object.entries(endpoint.input.shape as Record<string, z.ZodType>)) {
        if (endpoint.path.includes(`:${name}`) || takesList(field)) continue;
        const { validationErrors } = await send(endpoint, { query: { [name]: ['1', '1'] } });
        if (validationErrors?.[name] === undefined) wrong.push([endpoint.path, name]);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('refuses the person it is made for where nobody can be named', async () => {
    const own = answering().filter(
      (endpoint) => !mayNameActedFor(endpoint) && !('onBehalfOfUserId' in endpoint.input.shape),
    );
    for (const endpoint of own) {
      const named = { onBehalfOfUserId: String(caller.userId) };
      const answered = await send(endpoint, endpoint.method === 'GET' ? { query: named } : { body: named });
      expect({ path: endpoint.path, ...answered.validationErrors }).toHaveProperty('onBehalfOfUserId');
    }
  });
});

test('a field in the path cannot have another value in the body', async () => {
  const [endpoint, name] = answering()
    .filter(({ method }) => method === 'POST')
    .flatMap((one) => [...one.path.matchAll(/:(\w+)/g)].map((match) => [one, match[1]] as const))[0]!;
  const answered = await send(endpoint, { body: { [name!]: 2 } });
  expect(answered.validationErrors).toEqual({ [name!]: fallbackTexts.sentTwice });
});

test('only calls of other services take what is not declared', () => {
  const lenient = app.app.endpoints.filter(({ isOfService }) => isOfService);
  expect(lenient.map(({ path }) => path).toSorted()).toEqual([
    '/document-export/fax-status/:reference/:token',
    '/notifications/sms/twilio-reply',
    '/notifications/sms/twilio-status',
    '/single-sign-on/callback',
  ]);
});

test('names undeclared fields within objects and lists, at every depth of every call', () => {
  const objects = answering().flatMap((endpoint) => {
    const samples = samplesOf(endpoint.input).map((sample) => sample as Record<string, unknown>);
    return samples.map((sample) => ({ endpoint, sample, paths: markObjects(sample, '') }));
  });
  for (const { endpoint, sample, paths } of objects) {
    const named = Object.entries(parseCall(endpoint, sample).errors ?? {}).filter(([path]) =>
      path.endsWith('misspelled'),
    );
    const expected = paths.map((path) => [path, fallbackTexts.undeclared]);
    expect({ path: endpoint.path, ...Object.fromEntries(named) }).toEqual({
      path: endpoint.path,
      ...(Object.fromEntries(expected) as object),
    });
  }
  expect(objects.flatMap(({ paths }) => paths).filter((path) => path.includes('.')).length).toBeGreaterThan(30);
});

const defOf = (schema: z.core.$ZodType) => (schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] }).def;

/** Values that have every declared field, one for each option of a union; fields without fields of their own are 0. */
function samplesOf(schema: z.core.$ZodType): unknown[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape).map(([name, field]) => [name, samplesOf(field)] as const);
      const count = Math.max(1, ...fields.map(([, samples]) => samples.length));
      return Array.from({ length: count }, (_, at) =>
        Object.fromEntries(fields.map(([name, samples]) => [name, structuredClone(samples[at] ?? samples[0])])),
      );
    }
    case 'array':
      return samplesOf(def.element).map((item) => [item]);
    case 'union':
      return def.options.flatMap(samplesOf);
    case 'literal':
      return [def.values[0]];
    case 'record':
      return samplesOf(def.valueType).map((value) => ({ key: value }));
    case 'pipe':
      return samplesOf(defOf(def.in).type === 'transform' ? def.out : def.in);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return samplesOf(def.innerType);
    default:
      return [0];
  }
}

/** Adds an undeclared field to each object, except records, and returns the paths of what it added. */
function markObjects(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, one]) =>
    markObjects(one, path === '' ? name : `${path}.${name}`),
  );
  const isRecord = Object.keys(value).length === 1 && 'key' in value;
  if (Array.isArray(value) || isRecord) return inner;
  (value as Record<string, unknown>)['misspelled'] = 1;
  return [path === '' ? 'misspelled' : `${path}.misspelled`, ...inner];
}

function takesList(schema: z.core.$ZodType): boolean {
  const def = defOf(schema);
  if (def.type === 'array') return true;
  if (def.type === 'pipe') return takesList(def.in) || takesList(def.out);
  return 'innerType' in def && takesList(def.innerType);
}
