import { randomUUID } from 'node:crypto';

import { SignJWT } from 'jose';
import { z } from 'zod';

import { cachedToken } from '../cachedToken.ts';
import type { FetchedToken } from '../cachedToken.ts';
import { NotTakenError } from '../sender.ts';
import { askVendor } from '../vendorHttp.ts';
import { EhrRefused } from './port.ts';
import type { Ehr, FhirResource } from './port.ts';
import type { EhrAuthorization, EhrConfig } from '../../../config/vendorSettings.ts';

const answerWithinMs = 30_000;
/** Resources per page. */
const pageSize = '100';

const fhirResource = z.looseObject({ resourceType: z.string(), id: z.string().optional() });
const searchset = z.object({
  resourceType: z.literal('Bundle'),
  link: z.array(z.object({ relation: z.string(), url: z.string() })).nullish(),
  entry: z
    .array(z.object({ resource: fhirResource.nullish(), search: z.object({ mode: z.string().nullish() }).nullish() }))
    .nullish(),
});
const smartConfiguration = z.object({ token_endpoint: z.url() });
const tokenAnswer = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().default(300),
});

/** Error for an unsuccessful response. Refused credentials count as temporary, because the operator can fix them. */
async function refusal(response: Response): Promise<Error> {
  const said = `The EMR returned ${response.status}: ${(await response.text()).slice(0, 300)}`;
  if ([401, 408, 429].includes(response.status)) return new NotTakenError(said);
  return response.status < 500 ? new EhrRefused(said) : new Error(said);
}

/** Client for an EMR with a FHIR R4 interface, authorized by SMART Backend Services. */
export function fhirHttp({ baseUrl, source, authorization }: EhrConfig): Ehr {
  const tokens = authorization === undefined ? undefined : cachedToken(() => fetchToken(baseUrl, authorization));

  async function ask(
    url: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const bearer = tokens === undefined ? {} : { authorization: `Bearer ${await tokens.get()}` };
    const headers = { accept: 'application/fhir+json', ...bearer, ...init.headers };
    const response = await askVendor(url, { ...init, headers }, answerWithinMs);
    if (response.status === 401) tokens?.forget();
    return response;
  }

  async function* search(type: string, query: Record<string, string>): AsyncGenerator<FhirResource[]> {
    let next: string | undefined =
      `${baseUrl}/${type}?${new URLSearchParams({ ...query, _count: pageSize }).toString()}`;
    const asked = new Set<string>();
    while (next !== undefined && !asked.has(next)) {
      asked.add(next);
      const response = await ask(next);
      if (!response.ok) throw await refusal(response);
      const { entry, link } = searchset.parse(await response.json());
      yield (entry ?? []).flatMap(({ resource, search: found }) =>
        resource === null || resource === undefined || found?.mode === 'outcome' ? [] : [resource],
      );
      next = nextPage(baseUrl, link?.find(({ relation }) => relation === 'next')?.url);
    }
  }

  async function read(type: string, id: string): Promise<FhirResource | null> {
    const response = await ask(`${baseUrl}/${type}/${encodeURIComponent(id)}`);
    if ([403, 404, 410].includes(response.status)) return null;
    if (!response.ok) throw await refusal(response);
    return fhirResource.parse(await response.json());
  }

  async function create(resource: FhirResource, { system, value }: { system: string; value: string }): Promise<void> {
    const identifier = `${system}|${value}`;
    // Not every server supports If-None-Exist.
    for await (const found of search(resource.resourceType, { identifier })) if (found.length > 0) return;
    const response = await ask(`${baseUrl}/${resource.resourceType}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/fhir+json',
        'if-none-exist': `identifier=${encodeURIComponent(identifier)}`,
      },
      body: JSON.stringify(resource),
    });
    if (!response.ok) throw await refusal(response);
  }

  return { source, baseUrl, search, read, create };
}

/** URL of the next page. Must have the EMR's origin, because the token is sent with it. */
function nextPage(baseUrl: string, url: string | undefined): string | undefined {
  if (url === undefined) return undefined;
  const next = new URL(url, `${baseUrl}/`);
  if (next.origin !== new URL(baseUrl).origin) throw new EhrRefused('The EMR links to a next page on another host.');
  return next.href;
}

async function fetchToken(baseUrl: string, authorization: EhrAuthorization): Promise<FetchedToken> {
  const { clientId, privateKey, keyId, scope } = authorization;
  const tokenUrl = authorization.tokenUrl ?? (await discoverTokenUrl(baseUrl));
  const assertion = await new SignJWT()
    .setProtectedHeader({
      alg: privateKey.asymmetricKeyType === 'ec' ? 'ES384' : 'RS384',
      typ: 'JWT',
      ...(keyId !== undefined && { kid: keyId }),
    })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(tokenUrl)
    .setJti(randomUUID())
    .setExpirationTime('4m')
    .sign(privateKey);
  const response = await askVendor(
    tokenUrl,
    {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
      }),
    },
    answerWithinMs,
  );
  if (!response.ok) throw new NotTakenError(`The EMR did not issue a token (${response.status}).`);
  const { access_token: token, expires_in: seconds } = tokenAnswer.parse(await response.json());
  return { token, seconds };
}

async function discoverTokenUrl(baseUrl: string): Promise<string> {
  const response = await askVendor(
    `${baseUrl}/.well-known/smart-configuration`,
    { headers: { accept: 'application/json' } },
    answerWithinMs,
  );
  if (!response.ok) throw new NotTakenError(`The EMR does not publish its token URL (${response.status}).`);
  return smartConfiguration.parse(await response.json()).token_endpoint;
}
