import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { StandardizerUnavailable } from './port.ts';
import type { AddressStandardizer } from './port.ts';
import { uspsStandardizer } from './usps.ts';

// A local server that behaves as the USPS documentation describes.

interface Answer {
  status: number;
  body: unknown;
}

let server: Server;
let standardizer: AddressStandardizer;
let asked: { path: string; query: URLSearchParams; authorization: string | undefined; body: string }[];
/** Responses to the address call, in order; the last one repeats. */
let answers: Answer[];
let tokenSeconds: string;

const found = {
  firm: null,
  address: {
    streetAddress: '100 N MAIN ST',
    streetAddressAbbreviation: null,
    secondaryAddress: 'STE 5',
    city: 'WORCESTER',
    cityAbbreviation: null,
    state: 'MA',
    ZIPCode: '01608',
    ZIPPlus4: '1405',
    urbanization: null,
  },
  additionalInfo: { deliveryPoint: '20', carrierRoute: 'C036', DPVConfirmation: 'Y', DPVCMRA: 'N', vacant: 'N' },
  corrections: [{ code: '', text: '' }],
  matches: [{ code: '31', text: 'Single Response - exact match' }],
};
const notFound = { apiVersion: '/addresses/v3', error: { code: '404', message: 'Address Not Found', errors: [] } };
const address = {
  address1: '100 north Main street',
  address2: 'suite 5',
  city: 'Worcester',
  state: 'MA',
  zipcode: '01608',
};

beforeEach(async () => {
  asked = [];
  answers = [{ status: 200, body: found }];
  tokenSeconds = '28799';
  server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  standardizer = uspsStandardizer({ apiUrl: `http://127.0.0.1:${port}`, clientId: 'key', clientSecret: 'secret' });
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { status, body } = await answerTo(request);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

async function answerTo(request: IncomingMessage): Promise<Answer> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://usps');
  asked.push({ path, query, authorization: request.headers.authorization, body: await text(request) });
  if (path !== '/oauth2/v3/token')
    return (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500, body: '' };
  const number = asked.filter((one) => one.path === path).length;
  return {
    status: 200,
    body: { access_token: `token-${number}`, token_type: 'Bearer', expires_in: tokenSeconds, status: 'approved' },
  };
}

const pathsAsked = () => asked.map(({ path }) => path.split('/').at(-1));

test('requests with a token from its credentials, and returns readable case', async () => {
  expect(await standardizer.standardize(address)).toEqual({
    address1: '100 N Main St',
    address2: 'Ste 5',
    city: 'Worcester',
    state: 'MA',
    zipcode: '01608-1405',
  });
  const [token, lookup] = asked;
  expect(JSON.parse(token?.body ?? '')).toEqual({
    client_id: 'key',
    client_secret: 'secret',
    grant_type: 'client_credentials',
    scope: 'addresses',
  });
  expect(lookup).toMatchObject({ path: '/addresses/v3/address', authorization: 'Bearer token-1' });
  expect(Object.fromEntries(lookup?.query ?? [])).toEqual({
    streetAddress: '100 north Main street',
    secondaryAddress: 'suite 5',
    city: 'Worcester',
    state: 'MA',
    ZIPCode: '01608',
  });
});

test('shares one token between calls, and gets another when it expires or is refused', async () => {
  await Promise.all([standardizer.standardize(address), standardizer.standardize(address)]);
  expect(pathsAsked()).toEqual(['token', 'address', 'address']);
  answers = [
    { status: 401, body: { error: { code: '401', message: '' } } },
    { status: 200, body: found },
  ];
  await standardizer.standardize(address);
  expect(pathsAsked().slice(3)).toEqual(['address', 'token', 'address']);
  expect(asked.at(-1)?.authorization).toBe('Bearer token-2');
  answers = [{ status: 200, body: found }];
  standardizer = uspsStandardizer({ apiUrl: uspsUrl(), clientId: 'key', clientSecret: 'secret' });
  tokenSeconds = '30';
  await standardizer.standardize(address);
  await standardizer.standardize(address);
  expect(pathsAsked().slice(6)).toEqual(['token', 'address', 'token', 'address']);
});

test.each([
  [{ status: 404, body: notFound }],
  [{ status: 400, body: notFound }],
  [{ status: 200, body: { ...found, additionalInfo: { DPVConfirmation: 'N' } } }],
])('%j is no address', async (answer) => {
  answers = [answer];
  expect(await standardizer.standardize(address)).toBeNull();
});

test('retries once when the service is busy or fails, then reports it as unavailable', async () => {
  answers = [
    { status: 503, body: '' },
    { status: 200, body: found },
  ];
  expect(await standardizer.standardize(address)).toMatchObject({ address1: '100 N Main St' });
  for (const answer of [
    { status: 429, body: '' },
    { status: 200, body: '{"address":' },
  ]) {
    answers = [answer];
    const before = asked.length;
    await expect(standardizer.standardize(address)).rejects.toBeInstanceOf(StandardizerUnavailable);
    expect(asked.length - before).toBe(2);
  }
  answers = [{ status: 200, body: { unknown: true } }];
  await expect(standardizer.standardize(address)).rejects.toBeInstanceOf(StandardizerUnavailable);
});

test('reports the service as unavailable when nothing listens', async () => {
  const gone = uspsStandardizer({ apiUrl: 'http://127.0.0.1:9', clientId: 'key', clientSecret: 'secret' });
  await expect(gone.standardize(address)).rejects.toBeInstanceOf(StandardizerUnavailable);
});

function uspsUrl(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
