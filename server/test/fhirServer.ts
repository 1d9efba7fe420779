import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { jwtVerify } from 'jose';

import type { Resource } from './fhirFiles.ts';

/** `before`: fails without any effect. `lost`: executes the call without a response. */
type Mishap = { before: number } | 'lost';

export interface FhirServer {
  /** Environment of a product whose first client has this EMR. */
  env: Record<string, string>;
  baseUrl: string;
  resources: Map<string, Resource>;
  /** Method, path and query of every call, in order. */
  asked: string[];
  /** What happens to the next creates, in order. */
  mishaps: Mishap[];
  /** Types whose search it refuses. */
  refusedTypes: Set<string>;
  isAnswering: boolean;
  add(...resources: Resource[]): void;
  /** Adds the content of bundle files (gzip), with references resolved as on a server. */
  addBundles(...paths: string[]): void;
  stop(): Promise<void>;
}

/** A local FHIR R4 server with read, search and create as specified. */
export async function startFhirServer(): Promise<FhirServer> {
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const baseUrl = `${origin}/fhir`;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const resources = new Map<string, Resource>();
  const fhir: FhirServer = {
    env: {
      FHIR_BASE_URL: baseUrl,
      FHIR_CLIENT_ID: 'careloop',
      FHIR_PRIVATE_KEY: privateKey.replaceAll('\n', String.raw`\n`),
      FHIR_KEY_ID: 'key-1',
    },
    baseUrl,
    resources,
    asked: [],
    mishaps: [],
    refusedTypes: new Set(),
    isAnswering: true,
    add: (...added) => {
      for (const resource of added) resources.set(`${resource.resourceType}/${String(resource.id)}`, resource);
    },
    addBundles: (...paths) => fhir.add(...served(paths.map(readBundle))),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  function answer(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/fhir+json' }).end(JSON.stringify(body));
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    const verified = await jwtVerify(form.get('client_assertion') ?? '', createPublicKey(publicKey), {
      algorithms: ['RS384'],
      audience: `${origin}/token`,
      issuer: 'careloop',
      subject: 'careloop',
    }).catch(() => null);
    const isRight = form.get('grant_type') === 'client_credentials' && verified?.protectedHeader.kid === 'key-1';
    if (!isRight) return answer(response, 400, { error: 'invalid_client' });
    answer(response, 200, { access_token: 'a token', token_type: 'bearer', expires_in: 300 });
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', origin);
    if (!fhir.isAnswering) return answer(response, 503, {});
    if (url.pathname === '/fhir/.well-known/smart-configuration') {
      return answer(response, 200, { token_endpoint: `${origin}/token` });
    }
    if (url.pathname === '/token') return await giveToken(request, response);
    fhir.asked.push(`${request.method} ${url.pathname.replace('/fhir/', '')}${url.search}`);
    if (request.headers.authorization !== 'Bearer a token') return answer(response, 401, {});
    const [, , type = '', id] = url.pathname.split('/').map(decodeURIComponent);
    if (request.method === 'POST') return create(type, JSON.parse(await text(request)) as Resource, response);
    if (id === undefined) return search(type, url, response);
    const found = resources.get(`${type}/${id}`);
    answer(response, found === undefined ? 404 : 200, found ?? {});
  }

  function create(type: string, resource: Resource, response: ServerResponse): void {
    const mishap = fhir.mishaps.shift();
    if (typeof mishap === 'object') return answer(response, mishap.before, { resourceType: 'OperationOutcome' });
    const created = { ...resource, id: `made-${resources.size}` };
    if (resource.resourceType !== type) return answer(response, 400, {});
    fhir.add(created);
    if (mishap === 'lost') return void response.destroy();
    answer(response, 201, created);
  }

  function search(type: string, url: URL, response: ServerResponse): void {
    if (fhir.refusedTypes.has(type)) return answer(response, 403, { resourceType: 'OperationOutcome' });
    const { searchParams: query } = url;
    const known = new Set(['identifier', 'patient', '_count', 'page']);
    if ([...query.keys()].some((name) => !known.has(name))) return answer(response, 400, {});
    const found = [...resources.values()].filter(
      (one) =>
        one.resourceType === type &&
        (!query.has('identifier') || hasIdentifier(one, query.get('identifier') ?? '')) &&
        (!query.has('patient') || JSON.stringify(one).includes(`"Patient/${query.get('patient')}"`)),
    );
    const size = Math.min(Number(query.get('_count') ?? 20), 40);
    const page = Number(query.get('page') ?? 0);
    const next = new URL(url);
    next.searchParams.set('page', String(page + 1));
    const link = (page + 1) * size < found.length ? [{ relation: 'next', url: next.href }] : [];
    const entry = found
      .slice(page * size, (page + 1) * size)
      .map((resource) => ({ resource, search: { mode: 'match' } }));
    answer(response, 200, { resourceType: 'Bundle', type: 'searchset', total: found.length, link, entry });
  }

  return fhir;
}

function hasIdentifier(resource: Resource, wanted: string): boolean {
  const [system, value] = wanted.split('|');
  const identifiers = (resource['identifier'] ?? []) as { system?: string; value?: string }[];
  return identifiers.some((one) => one.system === system && one.value === value);
}

interface Bundle {
  entry: { fullUrl: string; resource: Resource }[];
}

function readBundle(path: string): Bundle {
  return JSON.parse(gunzipSync(readFileSync(path)).toString()) as Bundle;
}

/** Resources of transaction bundles as stored on a server: references contain types and ids. */
function served(bundles: readonly Bundle[]): Resource[] {
  const entries = bundles.flatMap(({ entry }) => entry);
  const names = new Map(
    entries.map(({ fullUrl, resource }) => [fullUrl, `${resource.resourceType}/${String(resource.id)}`]),
  );
  const named = (reference: string): string => {
    const [type, search] = reference.split('?identifier=');
    if (search === undefined) return names.get(reference) ?? reference;
    const found = entries.find(({ resource }) => resource.resourceType === type && hasIdentifier(resource, search));
    return found === undefined ? reference : `${type}/${String(found.resource.id)}`;
  };
  return entries.map(
    ({ resource }) =>
      JSON.parse(
        JSON.stringify(resource, (part, value: unknown) =>
          part === 'reference' && typeof value === 'string' ? named(value) : value,
        ),
      ) as Resource,
  );
}
