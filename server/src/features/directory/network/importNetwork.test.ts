import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { getProviderNetwork } from '@careloop/contracts/directory/network';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { buildClient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { importNetwork } from './importNetwork.ts';

// Fictional NPIs with a valid check digit.
const [shared, theirs, unknown] = ['1234567893', '1245319599', '1000000004'] as const;

let app: TestApp;
let folder: string;
let clientId: number;
let editor: Caller;
const ids: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestApp();
  folder = await mkdtemp(path.join(tmpdir(), 'network-'));
  ({ clientId } = await buildClient(app.db));
  const { clientId: otherClientId } = await buildClient(app.db);
  editor = await app.as(await buildUser(app.db, { clientId, permissions: ['EditProvider'] }));
  for (const name of ['Core', 'Community'])
    await app.db.insertInto('affiliation_tier').values({ client_id: clientId, name }).execute();
  const { carrier } = await app.db
    .insertInto('insurance_carrier')
    .values({ name: 'Harbor Health, Inc.' })
    .returning('insurance_carrier_id as carrier')
    .executeTakeFirstOrThrow();
  const plan = { insurance_carrier_id: carrier, plan_type: 'ppo', plan_subtype: 'commercial' };
  for (const name of ['Choice', 'Select'])
    await app.db
      .insertInto('insurance_plan')
      .values({ ...plan, name })
      .execute();
  await app.db
    .insertInto('insurance_plan')
    .values({ ...plan, name: 'Old', is_disabled: true })
    .execute();
  for (const [npi, origin] of [
    [shared, null],
    [theirs, otherClientId],
  ] as const) {
    const { id } = await app.db
      .insertInto('healthcare_provider')
      .values({ first_name: 'Ada', last_name: npi, npi_number: npi, npi_is_valid: true, origin_client_id: origin })
      .returning('healthcare_provider_id as id')
      .executeTakeFirstOrThrow();
    ids[npi] = id;
  }
});
beforeEach(async () => {
  await app.db.deleteFrom('healthcare_provider_affiliation').execute();
  await app.db.deleteFrom('healthcare_provider_insurance_plan').execute();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.stop();
});

async function fileOf(...lines: string[]) {
  const file = path.join(folder, 'network.csv');
  await writeFile(file, `${['npi,affiliation,primary,carrier,plan', ...lines].join('\r\n')}\r\n`);
  return file;
}
const load = async (...lines: string[]) => importNetwork(app.db, clientId, await fileOf(...lines));

async function stored(npi: string) {
  const network = await editor.ok(getProviderNetwork, { healthcareProviderId: ids[npi] ?? 0 });
  return {
    tiers: network.affiliations.map(({ name, isPrimary }) => (isPrimary ? `${name} (primary)` : name)),
    plans: network.insurancePlans.map(({ name }) => name),
    version: network.networkVersion,
  };
}

const auditedImports = async () =>
  (
    await app.db
      .selectFrom('audit_event')
      .select('details')
      .where('action', '=', 'import.completed')
      .where('subject_id', '=', clientId)
      .execute()
  ).map(({ details }) => details);

const harbor = '"Harbor Health, Inc."';

test('affiliations and plans replace those on file, and a second import changes nothing', async () => {
  const lines = [`${shared},Core,no,${harbor},Choice`, `${shared},Community,YES,,`, `${shared},,,${harbor},Select`];
  expect(await load(...lines)).toEqual({ found: 1, changed: 1, problems: [] });
  const first = await stored(shared);
  expect(first).toMatchObject({ tiers: ['Community (primary)', 'Core'], plans: ['Choice', 'Select'] });
  const respelled = lines.map((line) => line.replace('Harbor Health', 'HARBOR  health'));
  expect(await load(...respelled)).toEqual({ found: 1, changed: 0, problems: [] });
  expect(await stored(shared)).toEqual(first);
  expect(await auditedImports()).toEqual([{ networkOfProviders: [ids[shared]] }]);

  // The first one is primary if none is marked; what is not stated stays.
  await load(`${shared},Core,,,`, `${shared},Community,,,`);
  expect(await stored(shared)).toMatchObject({ tiers: ['Core (primary)', 'Community'], plans: ['Choice', 'Select'] });
  await load(`${shared},none,,none,`);
  expect(await stored(shared)).toMatchObject({ tiers: [], plans: [] });
});

test('what is unknown is listed with its line, and the lists it belongs to stay as they are', async () => {
  await load(`${shared},Core,,${harbor},Choice`);
  const { problems, changed } = await load(
    `${shared},Core Plus,,${harbor},Choice`,
    `${shared},Community,maybe,${harbor},Gold`,
    `${unknown},Core,,,`,
    `${shared.slice(1)},Core,,,`,
    ',Core,,,',
  );
  expect(changed).toBe(0);
  expect(problems).toEqual([
    { line: 3, message: 'primary is maybe, not yes or no' },
    { line: 3, message: 'there is no insurance plan Harbor Health, Inc., Gold' },
    { line: 4, message: `no provider has the NPI ${unknown}` },
    { line: 5, message: `${shared.slice(1)} is not an NPI` },
    { line: 6, message: 'the NPI is missing' },
  ]);
  const tier = await load(`${shared},Core Plus,,,`, `${shared},Community,,,`);
  expect(tier.problems).toEqual([{ line: 2, message: 'there is no affiliation Core Plus' }]);
  expect(await stored(shared)).toMatchObject({ tiers: ['Core (primary)'], plans: ['Choice'] });
});

test('contradictions are listed, and nothing is guessed', async () => {
  const { problems } = await load(
    `${shared},Core,yes,${harbor},`,
    `${shared},Community,yes,,Choice`,
    `${theirs},none,,none,`,
    `${theirs},Core,,${harbor},Choice`,
  );
  expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '2 a carrier is stated without a plan',
    '3 another affiliation of this NPI is primary already',
    '3 a plan is stated without its carrier',
    '4 "none" contradicts another row of this NPI',
    '4 "none" contradicts another row of this NPI',
  ]);
  const shifted = await load(`${shared},Core,,Harbor Health, Inc.,Choice`, `${shared},Community,,,`);
  expect(shifted.problems).toEqual([{ line: 2, message: 'it has more or fewer cells than the header' }]);
  expect(await stored(shared)).toMatchObject({ tiers: [], plans: [] });
});

test('plans of a record of another client, and what is no longer offered, are not added', async () => {
  await app.db
    .insertInto('affiliation_tier')
    .values({ client_id: clientId, name: 'Past', is_archived: true })
    .execute();
  const { problems } = await load(`${theirs},core,,${harbor},Choice`, `${shared},Past,,${harbor},Old`);
  expect(problems).toEqual([
    { line: 2, message: 'the provider belongs to another client, so the insurance plans were not changed' },
    { line: 3, message: 'the affiliation Past is no longer offered' },
    { line: 3, message: 'the insurance plan Harbor Health, Inc., Old is no longer offered' },
  ]);
  expect(await stored(theirs)).toMatchObject({ tiers: ['Core (primary)'], plans: [] });
});

test('other columns, or no rows, are refused before anything is changed', async () => {
  const file = path.join(folder, 'other.csv');
  await writeFile(file, 'npi,tier\n1,x\n');
  await expect(importNetwork(app.db, clientId, file)).rejects.toThrow('It has unknown columns: tier');
  await writeFile(file, 'affiliation\nx\n');
  await expect(importNetwork(app.db, clientId, file)).rejects.toThrow('It has no column npi');
  await writeFile(file, 'npi,npi,affiliation\n1,1,x\n');
  await expect(importNetwork(app.db, clientId, file)).rejects.toThrow('has the column npi twice');
  await writeFile(file, 'npi,affiliation,,\n1,x,,\n');
  await expect(importNetwork(app.db, clientId, file)).rejects.toThrow('It has unknown columns: (without a name)');
  await writeFile(file, `npi\n"${'x'.repeat(5000)}"y`);
  await expect(importNetwork(app.db, clientId, file)).rejects.toThrow(/^is not a complete CSV file \(.{1,130}\)$/);
  await writeFile(file, 'npi,affiliation\n');
  await expect(importNetwork(app.db, clientId, file)).rejects.toThrow('It contains no rows');
});

describe('the command', { timeout: 120_000 }, () => {
  async function run(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATABASE_URL: app.databaseUrl, DATA_DIR: path.join(folder, 'data') };
    const command = path.join(import.meta.dirname, '../../../commands/network.ts');
    return await new Promise((resolve) => {
      execFile(process.execPath, [command, ...args], { env }, (error, output, errors) => {
        resolve({ code: error === null ? 0 : Number(error.code), output, errors });
      });
    });
  }

  test('prints counts and problems, and says what is missing', async () => {
    const { display_name: client } = await app.db
      .selectFrom('client')
      .select('display_name')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow();
    const file = await fileOf(`${shared},Core,,,`, `${unknown},Core,,,`);
    const { code, output } = await run(file, '--client', client);
    expect(output).toContain(`Importing for ${client}\n1 providers found, 1 changed, 0 unchanged.`);
    expect(output).toContain(`1 problem. What these rows state was not imported:\n  line 3: no provider has the NPI`);
    expect(code).toBe(1);
    await writeFile(file, 'npi,npi\n');
    expect((await run(file, '--client', client)).errors).toContain('The file has the column npi twice');
    expect((await run(file)).errors).toContain('Usage: npm run network -- FILE --client NAME');
  });
});
