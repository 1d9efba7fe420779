import { permissions } from '@careloop/contracts/access';
import {
  saveClient,
  saveClientOrganization,
  listClientOrganizations,
} from '@careloop/contracts/administration/clients';
import { installationTexts } from '@careloop/contracts/administration/installation';
import {
  archiveInsuranceCarrier,
  archiveInsurancePlan,
  saveInsuranceCarrier,
  saveInsurancePlan,
} from '@careloop/contracts/administration/insuranceLookups';
import {
  archiveHealthCondition,
  archiveSpecialty,
  listSpecialties,
  managedLookupTexts,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';
import { editPermissions, savePermissions, userAdministrationTexts } from '@careloop/contracts/administration/users';
import { findSpecialties } from '@careloop/contracts/directory';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getInsurancePlans } from '@careloop/contracts/patients/insurance';
import { getSiteAlertSettings, saveSiteAlert, saveSiteDocument } from '@careloop/contracts/site-info';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../test/declared.ts';
import { buildClient, buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { endpointsOf } from '../core/feature.ts';
import { directory } from './directory/feature.ts';
import { siteInfo } from './site-info/feature.ts';
import { administration } from './administration/feature.ts';

// What belongs to no client needs `ManageInstallation`: an administrator of one client must not change it for all.

let app: TestApp;
let clientId: number;
let movedClientId: number;
let organizationId: number;
let otherClientId: number;
let otherOrganizationId: number;
/** Holds every permission but `ManageInstallation`. */
let administrator: Caller;
let installer: Caller;

const organizationOf = async (id: number) => {
  const row = await app.db.selectFrom('client').selectAll().where('client_id', '=', id).executeTakeFirstOrThrow();
  return row.client_organization_id;
};

beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  ({ clientId: otherClientId } = await buildClient(app.db));
  ({ clientId: movedClientId } = await buildClient(app.db));
  organizationId = await organizationOf(clientId);
  otherOrganizationId = await organizationOf(otherClientId);
  const own = permissions.filter((one) => one !== 'ManageInstallation');
  administrator = await app.as(await buildUser(app.db, { clientId, permissions: own }));
  installer = await app.as(await buildUser(app.db, { clientId, permissions: [...permissions] }));
  await app.db
    .insertInto('user_client')
    .values([administrator, installer].map(({ userId }) => ({ user_id: userId, client_id: movedClientId })))
    .execute();
});
afterAll(() => app.stop());

const alert = { severity: 3 as const, header: 'Maintenance', message: 'Tonight' };
const plan = { insurancePlanType: 1 as const, insurancePlanSubType: 1 as const };
const rowVersion = async () => (await installer.ok(getSiteAlertSettings, {})).rowVersion;
const shared = (name: string) => ({ name, clientId: null });
const specialty = async (name: string) => (await installer.ok(saveSpecialty, { name })).id;
const carrier = async (name: string) => (await installer.ok(saveInsuranceCarrier, { name })).id;
const condition = async (name: string) => (await installer.ok(saveHealthCondition, { name })).id;
const planOf = async (name: string) =>
  (await installer.ok(saveInsurancePlan, { ...plan, name, insuranceCarrierId: await carrier(`${name} carrier`) })).id;

/** Calls that write rows of no client, with inputs that do. */
const ofInstallation: readonly (readonly [Endpoint, string, () => Promise<Record<string, unknown>>])[] = [
  [saveSiteDocument, 'a new document', async () => document('9.1')],
  [
    saveSiteDocument,
    'a changed document',
    async () =>
      declared(saveSiteDocument, { ...document('9.2'), ...(await installer.ok(saveSiteDocument, document('9.2'))) }),
  ],
  [
    saveSiteAlert,
    'for all clients',
    async () => ({ ...alert, enabled: true, isForAllClients: true, clientIds: [], rowVersion: await rowVersion() }),
  ],
  [
    saveSiteAlert,
    'for another client',
    async () => ({
      ...alert,
      enabled: true,
      isForAllClients: false,
      clientIds: [clientId, otherClientId],
      rowVersion: await rowVersion(),
    }),
  ],
  [saveSiteAlert, 'instead of one that others see', replacedAlert],
  [saveClientOrganization, 'a new organization', async () => ({ name: 'New organization' })],
  [
    saveClientOrganization,
    'of other clients',
    async () => ({ clientOrganizationId: otherOrganizationId, name: 'Taken', version: 1 }),
  ],
  [
    saveClient,
    'a client under the organization of others',
    async () => ({ displayName: 'Intruder', clientOrganizationId: otherOrganizationId }),
  ],
  [
    saveClient,
    'the own client moved under the organization of others',
    async () => ({
      clientId: movedClientId,
      version: 1,
      displayName: 'Moved',
      clientOrganizationId: otherOrganizationId,
    }),
  ],
  [saveSpecialty, 'a new specialty', async () => shared('Specialty of all')],
  [saveSpecialty, 'a changed one', async () => ({ id: await specialty('Old'), name: 'Renamed', version: 1 })],
  [archiveSpecialty, 'a specialty', async () => ({ id: await specialty('Gone'), isArchived: true, version: 1 })],
  [saveHealthCondition, 'a new condition', async () => shared('Condition of all')],
  [saveHealthCondition, 'a changed one', async () => ({ id: await condition('Old'), name: 'Renamed', version: 1 })],
  [archiveHealthCondition, 'a condition', async () => ({ id: await condition('Gone'), isArchived: true, version: 1 })],
  [saveInsuranceCarrier, 'a new carrier', async () => shared('Carrier of all')],
  [saveInsuranceCarrier, 'a changed one', async () => ({ id: await carrier('Old'), name: 'Renamed', version: 1 })],
  [archiveInsuranceCarrier, 'a carrier', async () => ({ id: await carrier('Gone'), isArchived: true, version: 1 })],
  [
    saveInsurancePlan,
    'a new plan',
    async () => ({ ...plan, ...shared('Plan'), insuranceCarrierId: await carrier('With plans') }),
  ],
  [archiveInsurancePlan, 'a plan', async () => ({ id: await planOf('Gone'), isArchived: true, version: 1 })],
];

function document(version: string) {
  return { documentType: 1 as const, version, releaseDate: '2026-11-01', documentText: 'News' };
}

async function replacedAlert() {
  const saved = { ...alert, enabled: true, isForAllClients: false };
  await installer.ok(saveSiteAlert, { ...saved, clientIds: [otherClientId], rowVersion: await rowVersion() });
  return { ...saved, clientIds: [clientId], rowVersion: await rowVersion() };
}

/** All other changes of these features: they write rows of a client or of the directory. */
const ofClientOrDirectory = [
  // Rows of the administrator's clients.
  'archiveUserType',
  'deleteUserType',
  'saveUserType',
  'archiveAffiliation',
  'archiveProtocol',
  'archiveProviderTag',
  'archiveReferralReasonTemplate',
  'archiveTaskTag',
  'archiveTaskTemplate',
  'provisionFaxNumber',
  'saveAffiliation',
  'saveClientLogo',
  'saveFacility',
  'saveMarket',
  'saveProtocol',
  'saveProviderTag',
  'saveReferralReasonTemplate',
  'saveTaskTag',
  'saveTaskTemplate',
  // Accounts: in every client of the account.
  'linkDirectoryRecord',
  'saveManagedUser',
  'savePermissions',
  'sendPasswordReset',
  'setUserActive',
  'turnOffSecondFactorOfUser',
  // The directory has permissions of its own, and a record belongs to its origin client (decision 039).
  'makeProviderAUser',
  'saveOrganization',
  'saveOrganizationAddress',
  'saveProvider',
  'saveProviderAddress',
  'saveProviderNetwork',
  // Writes nothing.
  'listUsers',
  'previewSiteDocument',
  'searchAps',
];

test('every change of these features is known to write rows of a client, or is tried here', () => {
  const all = endpointsOf([administration, siteInfo, directory]);
  const changes = [...all].filter(([, { method }]) => method === 'POST');
  const tried = new Set(ofInstallation.map(([endpoint]) => endpoint));
  const others = changes.filter(([, endpoint]) => !tried.has(endpoint)).map(([name]) => name);
  expect(others.toSorted()).toEqual(ofClientOrDirectory.toSorted());
});

test.each(ofInstallation.map(([endpoint, what, inputOf]) => ({ path: endpoint.path, what, endpoint, inputOf })))(
  '$path: $what is refused to an administrator of one client',
  async ({ endpoint, inputOf }) => {
    const input = await inputOf();
    const failure = await administrator.fail(endpoint, input as never);
    expect(['forbidden', 'wrong_state', 'invalid_input']).toContain(failure.code);
    const said = [failure.message, ...Object.values(failure.validationErrors)];
    const isExplained = said.some((one) => Object.values<unknown>(installationTexts).includes(one));
    expect(failure.code === 'forbidden' || isExplained).toBe(true);
    await installer.ok(endpoint, input as never);
  },
);

/**
 * Tables whose rows name no client, user, patient or parent that does: each is written by the calls above, by calls of
 * the directory, or by commands and jobs only. A new table must be added here, with a look at who may write it.
 */
const ofNobody = {
  installation: ['client_organization', 'site_alert', 'site_document'],
  directory: ['address', 'healthcare_organization'],
  commandsAndJobs: [
    'attempt_count',
    'audit_chain',
    'audit_origin',
    'clinical_code',
    'diagnosis_code',
    'diagnosis_edition',
    'document_type',
    'patient_name',
    'referral_figures_period',
    'report_refresh',
    'schema_migration',
    'single_sign_on_attempt',
    'sms_opt_out_event',
    'work_queue_category',
  ],
};

test('every table without an owner is known', async () => {
  const { rows } = await sql<{ name: string }>`select c.relname as name from pg_class c
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attname in ('client_id', 'origin_client_id', 'user_id', 'patient_id'))
      and not exists (select from pg_constraint k join pg_attribute a on a.attrelid = c.oid and a.attnum = any(k.conkey)
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid and a.attname not like '%by_user_id')
    order by 1`.execute(app.db);
  expect(rows.map(({ name }) => name)).toEqual(Object.values(ofNobody).flat().toSorted());
});

describe('an administrator of one client', () => {
  test('adds entries of shared lists for that client, which only its users are offered', async () => {
    const colleague = await app.as(await buildUser(app.db, { clientId }));
    const stranger = await app.as(await buildUser(app.db, { clientId: otherClientId, permissions: ['ManageSite'] }));
    const { id } = await administrator.ok(saveSpecialty, { name: 'Harbor Medicine', clientId });
    const offered = async (caller: Caller) =>
      (await caller.ok(findSpecialties, { searchTerm: 'harbor' })).specialties.length;
    expect([await offered(colleague), await offered(stranger)]).toEqual([1, 0]);
    const { items } = await administrator.ok(listSpecialties, { searchTerm: 'harbor' });
    expect(items).toMatchObject([{ id, clientId, can: { save: true } }]);
    expect((await stranger.ok(listSpecialties, { searchTerm: 'harbor' })).items).toEqual([]);
    await administrator.ok(saveSpecialty, { id, name: 'Harbor Care', version: 1 });
    expect(await stranger.fail(saveSpecialty, { id, name: 'Mine', version: 2 })).toMatchObject({ code: 'not_found' });
    await administrator.ok(archiveSpecialty, { id, isArchived: true, version: 2 });
  });

  test('cannot repeat the name of an entry for all clients', async () => {
    await specialty('Shared Medicine');
    const again = await administrator.fail(saveSpecialty, { name: 'shared medicine', clientId });
    expect(again.validationErrors).toEqual({ name: managedLookupTexts.nameTaken });
  });

  test('adds plans of a shared carrier, which other clients are not offered', async () => {
    const insuranceCarrierId = await carrier('Everywhere');
    await administrator.ok(saveInsurancePlan, { ...plan, name: 'Harbor plan', insuranceCarrierId, clientId });
    const stranger = await app.as(await buildUser(app.db, { clientId: otherClientId }));
    const found = async (caller: Caller) =>
      (await caller.ok(getInsurancePlans, { searchTerm: 'harbor plan' })).plans.length;
    expect([await found(administrator), await found(stranger)]).toEqual([1, 0]);
  });

  test('renames the organization of their own clients, and adds clients to it', async () => {
    const { items } = await administrator.ok(listClientOrganizations, {});
    const own = items.find((one) => one.clientOrganizationId === organizationId);
    expect(own).toMatchObject({ can: { rename: true, addClient: true } });
    expect(items.find((one) => one.clientOrganizationId === otherOrganizationId)?.can).toEqual({
      rename: installationTexts.organization,
      addClient: installationTexts.organization,
    });
    const version = own?.version ?? 0;
    await administrator.ok(saveClientOrganization, { clientOrganizationId: organizationId, name: 'Ours', version });
    await administrator.ok(saveClient, { displayName: 'Second clinic', clientOrganizationId: organizationId });
  });

  test('shows an alert to their own clients', async () => {
    const off = { ...alert, enabled: false, isForAllClients: true, clientIds: [] };
    await installer.ok(saveSiteAlert, { ...off, rowVersion: await rowVersion() });
    const settings = await administrator.ok(getSiteAlertSettings, {});
    expect(settings.clients.map((one) => one.clientId)).toContain(clientId);
    expect(settings.clients.map((one) => one.clientId)).not.toContain(otherClientId);
    const input = { ...alert, enabled: true, isForAllClients: false, clientIds: [clientId] };
    await administrator.ok(saveSiteAlert, { ...input, rowVersion: settings.rowVersion });
  });

  test('cannot give the permission to manage the installation', async () => {
    const user = await buildUser(app.db, { clientId, permissions: ['Messages'] });
    const { version, permissions: edited } = await administrator.ok(editPermissions, { userId: user.userId });
    expect(edited.find((one) => one.permission === 'ManageInstallation')?.canChange).toBe(
      userAdministrationTexts.notGrantable,
    );
    const given = { userId: user.userId, permissions: ['Messages', 'ManageInstallation'] as const, version };
    const failure = await administrator.fail(savePermissions, { ...given, permissions: [...given.permissions] });
    expect(failure.message).toBe(userAdministrationTexts.notGrantable);
  });
});
