import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { passes, permissions } from '@careloop/contracts/access';
import type { Endpoint } from '@careloop/contracts/endpoint';
import type { FailedResult } from '@careloop/contracts/result';
import { fillDemo } from '@careloop/demo/fillDemo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../test/declared.ts';
import { startTestApp } from '../../test/harness.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { idKeys } from '../../test/idKeys.ts';
import { startFhirServer } from '../../test/fhirServer.ts';
import type { FhirServer } from '../../test/fhirServer.ts';
import { startPowerBiService } from '../../test/powerBiService.ts';
import type { PowerBiService } from '../../test/powerBiService.ts';
import { readOracle } from '../../test/oracle.ts';
import type { Oracle } from '../../test/oracle.ts';
import { addRareRows } from '../../test/oracleRows.ts';
import { chunks, forUsers, samplesOf, spread, turnOf } from '../../test/privacyProbes.ts';
import type { CallWithKeys, FeatureProbes, Probe } from '../../test/privacyProbes.ts';
import { compareFilters, compareOpen } from '../../test/comparisons.ts';
import { endpointsOf } from '../core/feature.ts';
import { features as apiFeatures } from './index.ts';

// Compares every call that takes an id, made by every demo user, with an oracle over the bare tables. The probes of each
// feature define which ids are called; `-t` with the name of a feature runs only its probes.

const features = Object.fromEntries(
  await Promise.all(
    readdirSync(import.meta.dirname)
      .filter((name) => existsSync(path.join(import.meta.dirname, name, 'privacy.probes.ts')))
      .map(async (name): Promise<[string, FeatureProbes]> => {
        const module = (await import(`./${name}/privacy.probes.ts`)) as { probes: FeatureProbes };
        return [name, module.probes];
      }),
  ),
);

let app: TestApp;
let powerBi: PowerBiService;
let emr: FhirServer;
let oracle: Oracle;
const callers = new Map<number, Caller>();
const callerOf = (userId: number) => callers.get(userId)!;

beforeAll(async () => {
  [powerBi, emr] = await Promise.all([startPowerBiService(), startFhirServer()]);
  app = await startTestApp({ ...powerBi.env, ...emr.env });
  await fillDemo({ db: app.db, storage: app.deps.storage });
  await addRareRows(app.db);
  const users = await app.db
    .selectFrom('user_account')
    .select('user_id as userId')
    .where('is_active', '=', true)
    .execute();
  for (const user of users) callers.set(user.userId, await app.as(user));
  oracle = await readOracle(app.db);
});
afterAll(async () => {
  await app.stop();
  await Promise.all([powerBi.stop(), emr.stop()]);
});

/** Key of the person a call is made on behalf of; it has its own test, for every call that accepts it. */
const namedPerson = 'onBehalfOfUserId';

/** The endpoints and id keys that the probes of a feature cover. */
function probedBy({ opens = [], closes = [], filters = [], takesOpen = [], compares = [] }: FeatureProbes) {
  const calls: CallWithKeys[] = [
    ...[...opens, ...closes].map(([endpoint, { key }]) => [endpoint, key] as const),
    ...filters.map(({ endpoint, by }) => [endpoint, ...Object.keys(by)] as const),
    ...takesOpen.flatMap(([, some]) => some),
    ...compares.flatMap((comparison) => comparison.calls),
  ];
  return calls.flatMap(([endpoint, ...keys]) => keys.map((key) => ({ endpoint, key })));
}

test('every id key of every call has a probe', () => {
  const probed = Object.values(features).flatMap(probedBy);
  const unprobed = [...endpointsOf(apiFeatures)].flatMap(([name, endpoint]) => {
    const known = new Set([namedPerson, ...probed.filter((one) => one.endpoint === endpoint).map(({ key }) => key)]);
    return [...idKeys(endpoint)].filter((key) => !known.has(key)).map((key) => `${name} ${key}`);
  });
  expect(unprobed).toEqual([]);
});

test('probes name only id keys that their calls have', () => {
  const wrong = Object.values(features)
    .flatMap(probedBy)
    .filter(({ endpoint, key }) => !idKeys(endpoint).has(key));
  expect(wrong.map(({ endpoint, key }) => `${endpoint.path} ${key}`)).toEqual([]);
});

test('every endpoint of the contracts is called by a test', () => {
  const folder = new URL('.', import.meta.url);
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  expect([...endpointsOf(apiFeatures).keys()].filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([]);
});

const someAtOnce = 20;
/** Id of a missing row, which must get the same response as a row without access. */
const missing = 999_999_999;
const isMissingTried = ({ inputOf, isKnown, isByPermission }: Probe) =>
  inputOf === undefined && isKnown === undefined && isByPermission === undefined;

/** The result of a call with each id: `open`, or the code of its error. */
async function answersTo(caller: Caller, endpoint: Endpoint, probe: Probe, ids: number[]) {
  const answers = new Map<number, string>();
  const ask = async (id: number) => {
    const named = probe.inputOf === undefined ? { [probe.key]: id } : probe.inputOf(oracle, id, caller.userId);
    if (named === undefined) return;
    const { body } = await caller.call(endpoint, declared(endpoint, { ...probe.more, ...named }));
    answers.set(id, body.wasSuccessful ? 'open' : refusalOf(body));
  };
  for (const some of chunks(ids, probe.atOnce ?? someAtOnce)) await Promise.all(some.map(ask));
  return answers;
}

/** The error code; `invalid_input` with its fields. */
function refusalOf({ code, validationErrors }: FailedResult): string {
  return code === 'invalid_input' ? `${code} ${Object.keys(validationErrors).join(' ')}` : code;
}

function mayCall(endpoint: Endpoint, userId: number): boolean {
  return passes(endpoint.access, new Set(permissions.filter((permission) => oracle.holds(userId, permission))));
}

/** Without the permission, every id gets the same error, so a few ids show whether it is checked. */
const forbiddenAtMost = 3;

/** The ids the user may open, the error for all others, and how many ids are tried. */
function expectedOf(endpoint: Endpoint, probe: Probe, userId: number) {
  const isPermitted = probe.needs === undefined || oracle.holds(userId, probe.needs);
  if (!isPermitted || !mayCall(endpoint, userId)) {
    return {
      mine: new Set<number>(),
      refusal: 'forbidden',
      atMost: Math.min(forbiddenAtMost, probe.atMost ?? Infinity),
    };
  }
  return {
    mine: probe.may(oracle, userId),
    refusal: probe.refusal ?? 'unauthorized_patient',
    atMost: probe.atMost,
  };
}

const named = (probes: FeatureProbes['opens'] = []) =>
  probes.map(([endpoint, probe]) => ({ path: endpoint.path, key: probe.key, endpoint, probe }));

describe.each(Object.entries(features))('%s', (_feature, { opens, closes, filters = [], compares = [] }) => {
  test.each(named(opens))(
    '$path by $key opens exactly what the user may see',
    async ({ endpoint, probe }) => {
      const samples = samplesOf(oracle, probe);
      expect(samples).not.toEqual([]);
      await forUsers(oracle, async ({ userId, username }, index) => {
        const { mine, refusal, atMost } = expectedOf(endpoint, probe, userId);
        const ids = spread(turnOf(samples, index), atMost);
        if (isMissingTried(probe)) ids.push(missing);
        const answers = await answersTo(callerOf(userId), endpoint, probe, ids);
        const expected = new Map(ids.map((id) => [id, mine.has(id) ? 'open' : refusal]));
        expect({ username, answers: inOrder(answers) }).toEqual({ username, answers: inOrder(expected) });
      });
    },
    60_000,
  );

  test.each(named(closes))(
    '$path by $key is refused for what the user may not see',
    async ({ endpoint, probe }) => {
      const samples = samplesOf(oracle, probe);
      let closedToSomebody = 0;
      await forUsers(oracle, async ({ userId, username }, index) => {
        const { mine, refusal, atMost } = expectedOf(endpoint, probe, userId);
        const closed = spread(
          turnOf(samples, index).filter((id) => !mine.has(id)),
          atMost,
        );
        if (isMissingTried(probe)) closed.push(missing);
        const answers = await answersTo(callerOf(userId), endpoint, probe, closed);
        const others = [...answers].filter(([, answer]) => answer !== refusal);
        expect({ username, others }).toEqual({ username, others: [] });
        if (refusal !== 'forbidden' || probe.isByPermission) closedToSomebody += answers.size;
      });
      expect(closedToSomebody).toBeGreaterThan(0);
    },
    60_000,
  );

  test.each(filters.map((list) => ({ path: list.endpoint.path, list })))(
    '$path returns no more with a filter by id than without',
    ({ list }) => expect(compareFilters(list, { app, oracle, callerOf })).resolves.toBeUndefined(),
    60_000,
  );

  test.each(compares)(
    '$name',
    ({ compare }) => expect(compare({ app, oracle, callerOf })).resolves.toBeUndefined(),
    60_000,
  );
});

const openKinds = [
  ...new Set(Object.values(features).flatMap(({ takesOpen = [] }) => takesOpen.map(([kind]) => kind))),
];

test.each(openKinds)('$name show a user of another client only what is declared', (kind) =>
  expect(compareOpen(kind, { app, oracle, callerOf })).resolves.toBeUndefined(),
);

const inOrder = (answers: Map<number, string>) => [...answers].toSorted(([a], [b]) => a - b);

test('no call can be made on behalf of a person the user may not act for', async () => {
  const named = app.app.endpoints.filter((endpoint) => idKeys(endpoint).has(namedPerson));
  expect(named.length).toBeGreaterThan(40);
  await forUsers(oracle, async ({ userId, username }) => {
    const stranger = oracle.users.find((one) => !oracle.actsFor(userId).has(one.userId))?.userId;
    const ask = async (endpoint: Endpoint) => {
      const { body } = await callerOf(userId).call(endpoint, { [namedPerson]: stranger });
      return body.wasSuccessful ? 'open' : body.code;
    };
    for (const some of chunks(named, someAtOnce)) {
      const answers = await Promise.all(some.map(ask));
      const expected = some.map(({ path }) => `${username} ${path} forbidden`);
      expect(some.map(({ path }, index) => `${username} ${path} ${answers[index]}`)).toEqual(expected);
    }
  });
});

test('the outsider sees nothing of the first client', () => {
  const outsider = oracle.users.find((user) => user.username === 'outsider');
  const first = oracle.patients.filter((patient) => patient.clientId === oracle.firstClientId);
  expect(first.length).toBeGreaterThan(40);
  const mine = oracle.patientsOf(outsider?.userId ?? 0);
  expect(first.filter((patient) => mine.has(patient.patientId))).toEqual([]);
});
