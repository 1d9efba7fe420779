import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

// A local server with Microsoft Entra and the Power BI REST API, which responds as documented.

export const generalWorkspace = 'f089354e-8366-4e18-aea3-4cb4a3a50b48';
export const internalWorkspace = '3d9b93c6-7b6d-4801-a491-1738910904fd';
export const volumeReport = '5b218778-e7a5-4d73-8187-f10824047715';
export const staffingReport = '69ffaa6c-b36d-4d01-96f5-1ed67c64d4af';
export const privateDataset = 'cfafbeb1-8037-4d0c-896e-a46fb27ff229';

/** Origin of embedded reports. */
export const embedOrigin = 'https://app.powerbi.com';

interface AskedCall {
  method: string;
  path: string;
  authorization: string | undefined;
  body: string;
}

export interface PowerBiService {
  /** Environment of a product that uses it. */
  env: Record<string, string>;
  asked: AskedCall[];
  /** Responses for paths with this ending, in order; after that, the normal response is sent. */
  next: Map<string, { status: number; body: unknown }[]>;
  tokenSeconds: number;
  stop(): Promise<void>;
}

export async function startPowerBiService(): Promise<PowerBiService> {
  const asked: AskedCall[] = [];
  const next: PowerBiService['next'] = new Map();
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: PowerBiService = {
    env: {
      POWERBI_TENANT_ID: 'contoso.example',
      POWERBI_CLIENT_ID: 'careloop',
      POWERBI_CLIENT_SECRET: 'a secret',
      POWERBI_GENERAL_WORKSPACE_ID: generalWorkspace,
      POWERBI_INTERNAL_WORKSPACE_ID: internalWorkspace,
      POWERBI_API_URL: origin,
      POWERBI_LOGIN_URL: origin,
    },
    asked,
    next,
    tokenSeconds: 3599,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path } = new URL(request.url ?? '', origin);
    const { method = '' } = request;
    asked.push({ method, path, authorization: request.headers.authorization, body: await text(request) });
    const [ending] = [...next.keys()].filter((end) => path.endsWith(end) && (next.get(end)?.length ?? 0) > 0);
    const { status, body } = (ending !== undefined && next.get(ending)?.shift()) || answerTo(service, path, origin);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
  return service;
}

function answerTo(service: PowerBiService, path: string, origin: string): { status: number; body: unknown } {
  const tokens = service.asked.filter((one) => one.path.endsWith('/token')).length;
  if (path === '/contoso.example/oauth2/v2.0/token') {
    const body = {
      token_type: 'Bearer',
      expires_in: service.tokenSeconds,
      ext_expires_in: service.tokenSeconds,
      access_token: `token-${tokens}`,
    };
    return { status: 200, body };
  }
  const expiration = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+/, '');
  const embedToken = (of: string) => {
    const body = { token: `H4sI-${of}`, tokenId: '4b76f116-3d2c-4d27-8f0c-b4a5b3a5b7a1', expiration };
    return { status: 200, body: { '@odata.context': `${origin}/v1.0/myorg/$metadata#Token`, ...body } };
  };
  // For reports and semantic models of any workspaces.
  if (path === '/v1.0/myorg/GenerateToken') return embedToken('several workspaces');
  const [, workspace, rest = ''] = /^\/v1\.0\/myorg\/groups\/([^/]+)\/(.*)$/.exec(path) ?? [];
  const reports = reportsOf(workspace ?? '');
  if (rest === 'reports') {
    return { status: 200, body: { '@odata.context': `${origin}/v1.0/myorg/$metadata#reports`, value: reports } };
  }
  const report = reports.find(({ id }) => rest.startsWith(`reports/${id}`));
  if (report !== undefined && rest.endsWith('/GenerateToken')) {
    return embedToken(report.name);
  }
  if (report !== undefined) return { status: 200, body: report };
  if (rest.startsWith('datasets/')) {
    const isPrivate = rest.endsWith(privateDataset);
    const body = { id: rest.slice('datasets/'.length), name: 'Care data', isRefreshable: true };
    return {
      status: 200,
      body: { ...body, isEffectiveIdentityRequired: isPrivate, isEffectiveIdentityRolesRequired: isPrivate },
    };
  }
  return { status: 404, body: { error: { code: 'PowerBIEntityNotFound', message: '' } } };
}

export function reportsOf(workspace: string) {
  const reportOf = (id: string, name: string, datasetId: string, reportType = 'PowerBIReport') => ({
    id,
    reportType,
    name,
    webUrl: `${embedOrigin}/groups/${workspace}/reports/${id}`,
    embedUrl: `${embedOrigin}/reportEmbed?reportId=${id}&groupId=${workspace}&w=2`,
    isFromPbix: true,
    isOwnedByMe: true,
    datasetId,
    datasetWorkspaceId: workspace,
    users: [],
    subscriptions: [],
  });
  if (workspace === generalWorkspace) {
    return [
      reportOf('a1e9f5c2-9d5b-4a3c-8a54-1b2f0f6f9c11', 'Wait times', 'b7f6c1a0-33d8-4d0e-9f60-0c6ad1a9a001'),
      reportOf(volumeReport, 'Referral volume', 'b7f6c1a0-33d8-4d0e-9f60-0c6ad1a9a002'),
      reportOf('c3c0b2de-11aa-4b3b-bb77-9f1a36f3b002', 'Letters', '', 'PaginatedReport'),
    ];
  }
  return workspace === internalWorkspace ? [reportOf(staffingReport, 'Staffing', privateDataset)] : [];
}
