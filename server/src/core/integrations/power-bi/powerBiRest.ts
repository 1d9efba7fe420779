import type { PowerBiKind } from '@careloop/contracts/reports/powerBi';
import { z } from 'zod';

import { cachedToken } from '../cachedToken.ts';
import type { FetchedToken } from '../cachedToken.ts';
import { bodyOf, createRequest, Transient } from '../transient.ts';
import { PowerBiUnavailable } from './port.ts';
import type { PowerBi } from './port.ts';
import type { PowerBiConfig } from '../../../config/vendorSettings.ts';

/** The time limit is short, because the user is waiting. */
const request = createRequest('Power BI', 5000);

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });
const report = z.object({
  id: z.uuid(),
  name: z.string(),
  reportType: z.string().nullish(),
  embedUrl: z.url(),
  datasetId: z.string().nullish(),
  /** Workspace of its semantic model, if different. */
  datasetWorkspaceId: z.string().nullish(),
});
const reportsAnswer = z.object({ value: z.array(report) });
const datasetAnswer = z.object({
  isEffectiveIdentityRequired: z.boolean().nullish(),
  isEffectiveIdentityRolesRequired: z.boolean().nullish(),
});
const embedTokenAnswer = z.object({ token: z.string().min(1), expiration: z.iso.datetime({ offset: true }) });

/** The token was refused; retried once with a new one. */
class TokenRefused extends Transient {}
/** The requested object does not exist. */
class Missing extends Error {}

/** Client of the Power BI REST API, version 1.0, as a service principal of Microsoft Entra. */
function createRequester(config: PowerBiConfig) {
  const tokens = cachedToken(() => fetchToken(config));

  const attempt = async (path: string, body: object | undefined): Promise<unknown> => {
    const response = await request(`${config.apiUrl}/v1.0/myorg/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${await tokens.get()}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.status === 401) {
      tokens.forget();
      throw new TokenRefused('Power BI refused the token');
    }
    if (response.status === 404) throw new Missing('Power BI has no such report');
    if (!response.ok) throw new Error(`Power BI answered ${response.status}`);
    return bodyOf(response);
  };
  /** Sends a request and retries it once after a transient failure. */
  const ask = async <Answer>(path: string, answer: z.ZodType<Answer>, body?: object): Promise<Answer> => {
    const text = await attempt(path, body).catch((error: unknown) => {
      if (!(error instanceof Transient)) throw error;
      return attempt(path, body).catch((again: unknown) => {
        if (error instanceof TokenRefused && again instanceof TokenRefused) {
          throw new Error('Power BI refuses tokens of this application', { cause: again });
        }
        throw again;
      });
    });
    return answer.parse(text);
  };
  return ask;
}

type Ask = ReturnType<typeof createRequester>;

/** Effective identity for a semantic model with row-level security. */
async function identitiesOf(
  ask: Ask,
  role: string | undefined,
  { workspace, dataset, username }: { workspace: string; dataset: string; username: string },
) {
  const { isEffectiveIdentityRequired, isEffectiveIdentityRolesRequired } = await ask(
    `groups/${workspace}/datasets/${dataset}`,
    datasetAnswer,
  ).catch((error: unknown) => {
    if (!(error instanceof Missing)) throw error;
    throw new Error(`The semantic model of a report cannot be read in workspace ${workspace}`, { cause: error });
  });
  if (!isEffectiveIdentityRequired) return {};
  const roles = isEffectiveIdentityRolesRequired && role !== undefined ? [role] : undefined;
  return { identities: [{ username, datasets: [dataset], roles }] };
}

/** Power BI reports through its REST API. */
export function powerBiRest(config: PowerBiConfig): PowerBi {
  const ask = createRequester(config);

  const listReports = async (kind: PowerBiKind) => {
    const workspace = config.workspaces[kind];
    if (workspace === undefined) return [];
    const { value } = await ask(`groups/${workspace}/reports`, reportsAnswer);
    return (
      value
        // Paginated reports are embedded differently and need a dedicated capacity.
        .filter(({ reportType }) => reportType !== 'PaginatedReport')
        .map(({ id, name }) => ({ reportId: id, kind, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name))
    );
  };

  const openReport = async (kind: PowerBiKind, reportId: string, username: string) => {
    const workspace = config.workspaces[kind];
    if (workspace === undefined) return null;
    const found = await ask(`groups/${workspace}/reports/${reportId}`, report);
    const { name, embedUrl, datasetId: dataset } = found;
    const datasetWorkspace = found.datasetWorkspaceId ?? workspace;
    if (new URL(embedUrl).origin !== config.embedOrigin) {
      throw new Error(`Reports are shown at ${new URL(embedUrl).origin}, which POWERBI_EMBED_URL does not name`);
    }
    const identities = dataset
      ? await identitiesOf(ask, config.role, { workspace: datasetWorkspace, dataset, username })
      : {};
    const isElsewhere = dataset && datasetWorkspace !== workspace;
    const { token, expiration } = isElsewhere
      ? await tokenOfSeveral(ask, reportId, dataset, identities)
      : await ask(`groups/${workspace}/reports/${reportId}/GenerateToken`, embedTokenAnswer, {
          accessLevel: 'View',
          ...identities,
        });
    return {
      reportId,
      kind,
      name,
      embedUrl,
      accessToken: token,
      expiresAt: new Date(expiration).toISOString(),
    };
  };

  return {
    listReports: (kind) => orUnavailable(() => listReports(kind)),
    openReport: (kind, reportId, username) =>
      orUnavailable(() =>
        openReport(kind, reportId, username).catch((error: unknown) => {
          if (error instanceof Missing) return null;
          throw error;
        }),
      ),
  };
}

/** Token for a report whose semantic model is in another workspace, for which the report's own token is not valid. */
function tokenOfSeveral(ask: Ask, reportId: string, dataset: string, identities: object) {
  return ask('GenerateToken', embedTokenAnswer, {
    reports: [{ id: reportId }],
    datasets: [{ id: dataset }],
    ...identities,
  });
}

async function orUnavailable<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const isTemporary = error instanceof Transient;
    throw new PowerBiUnavailable('Power BI did not show a report', { isTemporary, cause: error });
  }
}

async function fetchToken({ loginUrl, tenantId, clientId, clientSecret, scope }: PowerBiConfig): Promise<FetchedToken> {
  const response = await request(`${loginUrl}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'client_credentials',
      scope,
    }),
  });
  if (response.status >= 400) throw new Error(`Microsoft Entra refused the credentials with ${response.status}`);
  const { access_token: token, expires_in: seconds } = tokenAnswer.parse(await bodyOf(response));
  return { token, seconds };
}
