import { readdirSync, readFileSync } from 'node:fs';

import { passes, permissions } from '@careloop/contracts/access';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { fillDemo } from '@careloop/demo/fillDemo';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startTestApp } from '../../test/harness.ts';
import type { Caller, TestApp } from '../../test/harness.ts';
import { idKeys, sharedKeys } from '../../test/idKeys.ts';
import { readOracle } from '../../test/oracle.ts';
import type { Oracle } from '../../test/oracle.ts';
import { addRareRows } from '../../test/oracleRows.ts';
import { chunks } from '../../test/privacyProbes.ts';
import type { FeatureProbes, Probe } from '../../test/privacyProbes.ts';
import { unprobedCalls } from '../../test/unprobedCalls.ts';
import { administrationProbes } from './administration/privacyProbes.ts';
import { consultationProbes } from './consultations/privacyProbes.ts';
import { duplicateProbes } from './duplicates/privacyProbes.ts';
import { profileProbes } from './profile/privacyProbes.ts';
import { sessionProbes } from './session/privacyProbes.ts';
import { careTeamProbes } from './care-teams/privacyProbes.ts';
import { chartProbes } from './charts/privacyProbes.ts';
import { directoryProbes } from './directory/privacyProbes.ts';
import { declaredEndpoints } from './index.ts';
import { messageProbes } from './messages/privacyProbes.ts';
import { overviewProbes } from './overview/privacyProbes.ts';
import { patientAccessProbes } from './patient-access/privacyProbes.ts';
import { patientListProbes } from './patient-lists/privacyProbes.ts';
import { patientProbes } from './patients/privacyProbes.ts';
import { referralProbes } from './referrals/privacyProbes.ts';
import { sharingProbes } from './sharing/privacyProbes.ts';
import { taskProbes } from './tasks/privacyProbes.ts';
import { workQueueProbes } from './work-queues/privacyProbes.ts';

// Compares every call that takes an id, made by every demo user, with an oracle over the bare tables. The probes of each
// feature define which ids are called; `-t` with the name of a feature runs only its probes.

const features: Record<string, FeatureProbes> = {
  administration: administrationProbes,
  consultations: consultationProbes,
  duplicates: duplicateProbes,
  profile: profileProbes,
  session: sessionProbes,
  'care-teams': careTeamProbes,
  charts: chartProbes,
  directory: directoryProbes,
  messages: messageProbes,
  overview: overviewProbes,
  'patient-access': patientAccessProbes,
  'patient-lists': patientListProbes,
  patients: patientProbes,
  referrals: referralProbes,
  sharing: sharingProbes,
  tasks: taskProbes,
  'work-queues': workQueueProbes,
};

let app: TestApp;
let oracle: Oracle;
const callers = new Map<number, Caller>();
const callerOf = (userId: number) => callers.get(userId)!;

beforeAll(async () => {
  app = await startTestApp();
  await fillDemo({ db: app.db, storage: app.deps.storage });
  await addRareRows(app.db);
  const users = await app.db
    .selectFrom('user_account')
    .select('user_id as userId')
    .where('is_active', '=', true)
    .execute();
  for (const user of users) callers.set(user.userId, await app.as(user));
  oracle = await readOracle(app.db);
}, 60_000);
afterAll(() => app.stop());

/** Key of the person a call is made on behalf of; it has its own test, for every call that accepts it. */
const namedPerson = 'onBehalfOfUserId';

test('every call that takes the id of a row has a probe', () => {
  const probed = Object.values(features).flatMap(({ opens, closes, compares = [] }) => [
    ...[...opens, ...closes].map(([endpoint]) => endpoint),
    ...compares.flatMap(({ endpoints }) => endpoints),
  ]);
  const unprobed = [...declaredEndpoints()].filter(
    ([, endpoint]) =>
      !probed.includes(endpoint) && [...idKeys(endpoint)].some((key) => !sharedKeys.has(key) && key !== namedPerson),
  );
  expect(unprobed.map(([name]) => name).toSorted()).toEqual(unprobedCalls.toSorted());
});

test('the shared keys are keys of calls', () => {
  const keys = new Set([...declaredEndpoints().values()].flatMap((endpoint) => [...idKeys(endpoint)]));
  expect([...sharedKeys].filter((key) => !keys.has(key))).toEqual([]);
});

test('every endpoint of the contracts is called by a test', () => {
  const folder = new URL('.', import.meta.url);
  const tests = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
  expect([...declaredEndpoints().keys()].filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([]);
});

const someAtOnce = 20;
const alikeAtMost = 3;

/** A sample of ids that covers each group of users with access; all ids if there are few. */
function sampleOf(probe: Probe): number[] {
  const mine = oracle.users.map(({ userId }) => probe.may(oracle, userId));
  const alike = Map.groupBy(probe.ids(oracle), (id) => mine.map((some) => (some.has(id) ? 1 : 0)).join(''));
  return [...alike.values()].flatMap((ids) => {
    const step = Math.max(1, Math.ceil(ids.length / alikeAtMost));
    return ids.filter((_id, index) => index % step === 0);
  });
}

/** The result of a call with each id: `open`, or the code of its error. */
async function answersTo(caller: Caller, endpoint: Endpoint, probe: Probe, ids: number[]) {
  const answers = new Map<number, string>();
  const ask = async (id: number) => {
    const input = { ...probe.more, ...(probe.inputOf?.(oracle, id) ?? { [probe.key]: id }) };
    const { body } = await caller.call(endpoint, input);
    answers.set(id, body.wasSuccessful ? 'open' : body.code);
  };
  for (const some of chunks(ids, probe.atOnce ?? someAtOnce)) await Promise.all(some.map(ask));
  return answers;
}

function mayCall(endpoint: Endpoint, userId: number): boolean {
  return passes(endpoint.access, new Set(permissions.filter((permission) => oracle.holds(userId, permission))));
}

/** The ids the user may open, and the error for all others. */
function expectedOf(endpoint: Endpoint, probe: Probe, userId: number) {
  if (!mayCall(endpoint, userId)) return { mine: new Set<number>(), refusal: 'forbidden' };
  return { mine: probe.may(oracle, userId), refusal: probe.refusal ?? 'unauthorized_patient' };
}

const named = (probes: FeatureProbes['opens']) =>
  probes.map(([endpoint, probe]) => ({ path: endpoint.path, endpoint, probe }));

describe.each(Object.entries(features))('%s', (_feature, { opens, closes, compares = [] }) => {
  test.each(named(opens))(
    '$path opens exactly what the user may see',
    async ({ endpoint, probe }) => {
      const ids = sampleOf(probe);
      expect(ids).not.toEqual([]);
      for (const { userId, username } of oracle.users) {
        const { mine, refusal } = expectedOf(endpoint, probe, userId);
        const answers = await answersTo(callerOf(userId), endpoint, probe, ids);
        const expected = new Map(ids.map((id) => [id, mine.has(id) ? 'open' : refusal]));
        expect({ username, answers: inOrder(answers) }).toEqual({ username, answers: inOrder(expected) });
      }
    },
    60_000,
  );

  test.each(named(closes))(
    '$path is refused for what the user may not see',
    async ({ endpoint, probe }) => {
      const ids = sampleOf(probe);
      let closedToSomebody = 0;
      for (const { userId, username } of oracle.users) {
        const { mine, refusal } = expectedOf(endpoint, probe, userId);
        const closed = ids.filter((id) => !mine.has(id));
        const answers = await answersTo(callerOf(userId), endpoint, probe, closed);
        const others = [...answers].filter(([, answer]) => answer !== refusal);
        expect({ username, others }).toEqual({ username, others: [] });
        closedToSomebody += closed.length;
      }
      expect(closedToSomebody).toBeGreaterThan(0);
    },
    60_000,
  );

  test.each(compares)(
    '$name',
    ({ compare }) => expect(compare({ app, oracle, callerOf })).resolves.toBeUndefined(),
    60_000,
  );
});

const inOrder = (answers: Map<number, string>) => [...answers].toSorted(([a], [b]) => a - b);

test('no call can be made on behalf of a person the user may not act for', async () => {
  const named = app.app.endpoints.filter((endpoint) => idKeys(endpoint).has(namedPerson));
  expect(named.length).toBeGreaterThan(40);
  for (const { userId, username } of oracle.users) {
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
  }
}, 60_000);

test('the outsider sees nothing of the first client', () => {
  const outsider = oracle.users.find((user) => user.username === 'outsider');
  const first = oracle.patients.filter((patient) => patient.clientId === oracle.firstClientId);
  expect(first.length).toBeGreaterThan(40);
  const mine = oracle.patientsOf(outsider?.userId ?? 0);
  expect(first.filter((patient) => mine.has(patient.patientId))).toEqual([]);
});
