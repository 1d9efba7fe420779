import { afterEach, beforeEach, expect, test } from 'vitest';

import { readConfig } from '../../../config/config.ts';
import {
  generalWorkspace,
  internalWorkspace,
  privateDataset,
  reportsOf,
  staffingReport,
  startPowerBiService,
  volumeReport,
} from '../../../../test/powerBiService.ts';
import type { PowerBiService } from '../../../../test/powerBiService.ts';
import { choosePowerBi } from './choosePowerBi.ts';
import { PowerBiUnavailable } from './port.ts';
import type { PowerBi } from './port.ts';

let service: PowerBiService;
let powerBi: PowerBi;

const made = (env: Record<string, string> = {}): PowerBi => {
  const chosen = choosePowerBi(readConfig({ ...service.env, ...env }));
  if (chosen === null) throw new Error('Power BI is not set up');
  return chosen;
};
beforeEach(async () => {
  service = await startPowerBiService();
  powerBi = made();
});
afterEach(() => service.stop());

const open = (of = powerBi) => of.openReport('general', volumeReport, 'maya');
const pathsAsked = () => service.asked.map(({ path }) => path.split('/').at(-1));

test('signs in with the credentials of the service principal', async () => {
  await powerBi.listReports('general');
  const [token, list] = service.asked;
  expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
    client_id: 'careloop',
    client_secret: 'a secret',
    grant_type: 'client_credentials',
    scope: 'https://analysis.windows.net/powerbi/api/.default',
  });
  expect(list).toMatchObject({ method: 'GET', authorization: 'Bearer token-1' });
});

test('shares one token between calls, and gets another shortly before it expires or when it is refused', async () => {
  await Promise.all([powerBi.listReports('general'), powerBi.listReports('internal')]);
  expect(pathsAsked()).toEqual(['token', 'reports', 'reports']);
  service.next.set('/reports', [{ status: 401, body: '' }]);
  await powerBi.listReports('general');
  expect(pathsAsked().slice(3)).toEqual(['reports', 'token', 'reports']);
  service.tokenSeconds = 30;
  powerBi = made();
  await powerBi.listReports('general');
  await powerBi.listReports('general');
  expect(pathsAsked().slice(6)).toEqual(['token', 'reports', 'token', 'reports']);
});

test('retries once when the service is busy or its response is cut off', async () => {
  service.next.set('/GenerateToken', [{ status: 429, body: '' }]);
  expect(await open()).toMatchObject({ accessToken: 'H4sI-Referral volume' });
  for (const answer of [
    { status: 500, body: '' },
    { status: 200, body: '{"token":' },
  ]) {
    service.next.set('/GenerateToken', [answer, answer]);
    await expect(open()).rejects.toMatchObject({ name: 'PowerBiUnavailable', isTemporary: true });
  }
});

test('distinguishes temporary failures from configuration errors', async () => {
  const gone = made({ POWERBI_API_URL: 'http://127.0.0.1:9' });
  await expect(open(gone)).rejects.toMatchObject({ isTemporary: true });
  service.next.set('/token', [{ status: 401, body: { error: 'invalid_client' } }]);
  await expect(open(made())).rejects.toMatchObject({ isTemporary: false });
  service.next.set('/GenerateToken', [{ status: 200, body: { unknown: true } }]);
  await expect(open()).rejects.toBeInstanceOf(PowerBiUnavailable);
  // Refused with a new token too: the service principal may not use the API.
  service.next.set('/GenerateToken', [
    { status: 401, body: '' },
    { status: 401, body: '' },
  ]);
  await expect(open()).rejects.toMatchObject({ isTemporary: false });
  // The content security policy would block a page of another host.
  await expect(open(made({ POWERBI_EMBED_URL: 'https://app.powerbigov.us' }))).rejects.toMatchObject({
    isTemporary: false,
  });
});

test('opens a report whose semantic model is in another workspace', async () => {
  const [staffing] = reportsOf(internalWorkspace);
  const elsewhere = { status: 200, body: { ...staffing, datasetWorkspaceId: generalWorkspace } };
  service.next.set(`/reports/${staffingReport}`, [elsewhere, elsewhere]);
  expect(await powerBi.openReport('internal', staffingReport, 'maya')).toMatchObject({
    accessToken: 'H4sI-several workspaces',
  });
  const [dataset, token] = service.asked.slice(-2);
  expect(dataset?.path).toBe(`/v1.0/myorg/groups/${generalWorkspace}/datasets/${privateDataset}`);
  expect(token?.path).toBe('/v1.0/myorg/GenerateToken');
  expect(JSON.parse(token?.body ?? '')).toEqual({
    reports: [{ id: staffingReport }],
    datasets: [{ id: privateDataset }],
    identities: [{ username: 'maya', datasets: [privateDataset] }],
  });
  // A model that the service principal may not read is a configuration error, not a missing report.
  service.next.set(`/datasets/${privateDataset}`, [{ status: 404, body: '' }]);
  await expect(powerBi.openReport('internal', staffingReport, 'maya')).rejects.toMatchObject({ isTemporary: false });
});

test('has no reports of a kind without a workspace', async () => {
  const generalOnly = made({ POWERBI_INTERNAL_WORKSPACE_ID: '' });
  expect(await generalOnly.listReports('internal')).toEqual([]);
  expect(await generalOnly.openReport('internal', staffingReport, 'maya')).toBeNull();
});
