import type { AddressInfo } from 'node:net';

import { lockReasonTexts, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { answerTo, countHashing, from, fromElsewhere } from '../../../test/attempts.ts';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { password, passwordHash } from '../../../test/passwords.ts';
import { ConcurrentAttempts, pauseFor } from './countAttempt.ts';

// An attacker tries names and passwords from many addresses. They learn nothing, and lock out no user.

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // The first attempt of a process also creates the dummy hash used for unknown names.
  await app.nobody.fail(signIn, { username: 'nobody', password }, fromElsewhere());
});
afterAll(() => app.stop());
beforeEach(() => void app.pauses.splice(0));

/** Tries each name from each address this many times, one attempt after another. Returns everything a caller can observe. */
async function spray(usernames: string[], addresses: Record<string, string>[], times: number) {
  app.pauses.splice(0);
  const { result: answers, hashings } = await countHashing(async () => {
    const seen: unknown[] = [];
    for (let round = 0; round < times; round += 1) {
      for (const headers of addresses) {
        for (const username of usernames) {
          seen.push(await answerTo(app, signIn, { username, password: 'wrong guess' }, headers));
        }
      }
    }
    return seen;
  });
  return { answers, pauses: [...app.pauses], hashings };
}

describe('a spray', () => {
  test('gets the same result for existing and unknown names, and does not lock out the owners', async () => {
    const victims = await Promise.all([1, 2, 3].map(() => buildUser(app.db, { passwordHash })));
    const addresses = () => Array.from({ length: 6 }, fromElsewhere);
    // Names of the same length, so that nothing else distinguishes the responses.
    const known = await spray(
      victims.map(({ username }) => username),
      addresses(),
      7,
    );
    const unknown = await spray(
      victims.map(({ username }) => username.replace('user', 'none')),
      addresses(),
      7,
    );
    expect(unknown.answers).toEqual(known.answers);
    expect(unknown.pauses).toEqual(known.pauses);
    expect(unknown.hashings).toBe(known.hashings);
    // 3 names from 6 addresses, 5 times each; the 6th and 7th attempts are not checked.
    expect(known.hashings).toBe(90);
    expect(Math.max(...known.pauses)).toBe(5_000);

    for (const { username } of victims) {
      app.pauses.splice(0);
      expect(await app.nobody.ok(signIn, { username, password }, fromElsewhere())).toHaveProperty('token');
      expect(app.pauses).toEqual([5_000]);
    }
  });

  test('on one name is slowed down across all addresses, from the sixth failure', async () => {
    const { username } = await buildUser(app.db, { passwordHash });
    const { pauses } = await spray([username], Array.from({ length: 12 }, fromElsewhere), 1);
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  test('from one address is slowed down across all names, but later, because a clinic shares one', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `sprayed-${index}`);
    const { pauses } = await spray(names, [fromElsewhere()], 1);
    expect(pauses).toEqual([250, 500, 1_000, 2_000]);
  });

  test('also waits when locked, and slows down no one else', async () => {
    const { username } = await buildUser(app.db, { passwordHash });
    const there = fromElsewhere();
    const { pauses } = await spray([username], [there], 26);
    expect(pauses).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000]);
    app.pauses.splice(0);
    await app.nobody.ok(signIn, { username, password }, fromElsewhere());
    expect(app.pauses).toEqual([250]);
  });

  test('does not slow its victims down further: successful sign-ins are not counted', async () => {
    const { username } = await buildUser(app.db, { passwordHash });
    const here = fromElsewhere();
    for (let times = 0; times < 25; times += 1) await app.nobody.ok(signIn, { username, password }, here);
    expect(app.pauses).toEqual([]);
  });

  test('has to wait before the password is checked, not only after a wrong one', async () => {
    const { username } = await buildUser(app.db, { passwordHash });
    for (let index = 0; index < 6; index += 1) {
      await app.nobody.fail(signIn, { username, password: 'wrong' }, fromElsewhere());
    }
    app.pauses.splice(0);
    await app.nobody.ok(signIn, { username, password }, fromElsewhere());
    expect(app.pauses).toEqual([500]);
  });
});

test('a locked attempt does no hashing, for existing and unknown names alike', async () => {
  const { username } = await buildUser(app.db, { passwordHash });
  for (const name of [username, 'not-borne']) {
    const there = fromElsewhere();
    await spray([name], [there], 5);
    const { result, hashings } = await countHashing(() => app.nobody.fail(signIn, { username: name, password }, there));
    expect([result.message, hashings]).toEqual([lockReasonTexts[4], 0]);
  }
});

test('the pause doubles up to five seconds and uses the longer of the two', () => {
  expect([0, 4, 5, 6, 9, 10, 1_000_000].map((name) => pauseFor({ name, address: 0 }))).toEqual([
    0, 0, 250, 500, 4_000, 5_000, 5_000,
  ]);
  expect([19, 20, 21].map((address) => pauseFor({ name: 5, address }))).toEqual([250, 250, 500]);
});

describe('slots', () => {
  /** Attempts from an address that stay pending until released. */
  function hold(places: ConcurrentAttempts, ip: string, count: number) {
    let release: () => void = () => {};
    const end = new Promise<void>((resolve) => (release = resolve));
    const held = Array.from({ length: count }, () =>
      places.run(
        ip,
        () => {},
        () => end,
      ),
    );
    return { held, release };
  }

  test('are limited to forty per address; the next attempt gets a retry time, other addresses have their own', async () => {
    const places = new ConcurrentAttempts();
    const { held, release } = hold(places, '192.0.2.1', 40);
    const waits: number[] = [];
    const once = (ip: string) =>
      places.run(
        ip,
        (seconds) => void waits.push(seconds),
        async () => 'looked at',
      );
    await expect(once('192.0.2.1')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(waits).toEqual([5]);
    expect(await once('192.0.2.2')).toBe('looked at');
    release();
    await Promise.all(held);
    expect(await once('192.0.2.1')).toBe('looked at');
  });

  test('are released when an attempt fails', async () => {
    const places = new ConcurrentAttempts();
    const fail = () =>
      places.run(
        '192.0.2.1',
        () => {},
        () => Promise.reject(new Error('failed')),
      );
    for (let index = 0; index < 50; index += 1) await expect(fail()).rejects.toThrow('failed');
  });

  test('run out in a flood: 429 with a retry time, and no one else has to wait', async () => {
    const { username } = await buildUser(app.db, { passwordHash });
    const flood = await Promise.all(
      Array.from({ length: 80 }, (_, index) =>
        answerTo(app, signIn, { username: `flood-${index}`, password: 'wrong' }, from('203.0.113.99')),
      ),
    );
    const rejected = flood.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(0);
    expect(rejected[0]?.headers).toMatchObject({ 'retry-after': '5' });
    await app.nobody.ok(signIn, { username, password }, fromElsewhere());
  });
});

test('a flood from many addresses is rejected before any check, and not counted', async () => {
  const flood = Array.from({ length: 300 }, (_, index) => ({
    username: `everywhere-${index}`,
    headers: fromElsewhere(),
  }));
  const answers = await Promise.all(
    flood.map(({ username, headers }) => answerTo(app, signIn, { username, password: 'wrong' }, headers)),
  );
  const rejected = flood.filter((_, index) => answers[index]?.status === 429);
  expect(rejected.length).toBeGreaterThan(0);
  expect(rejected.length).toBeLessThan(300);
  const { headers } = answers.find(({ status }) => status === 429) ?? {};
  expect(headers).toMatchObject({ 'retry-after': '5' });
  const { username, headers: there } = rejected[0] ?? { username: '', headers: {} };
  for (let failure = 0; failure < 5; failure += 1) {
    const { message } = await app.nobody.fail(signIn, { username, password: 'wrong' }, there);
    expect(message).toBe(lockReasonTexts[1]);
  }
});

test('a caller who disconnects takes no slot: the attempt ends with the connection', async () => {
  const usual = app.deps.pause;
  const { port } = await listen();
  let hasEnded: () => void = () => {};
  const ended = new Promise<void>((resolve) => (hasEnded = resolve));
  const leaving = new AbortController();
  app.deps.pause = (_ms, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new Error('aborted'));
        hasEnded();
      });
      leaving.abort();
    });
  try {
    const { username } = await buildUser(app.db, { passwordHash });
    for (let index = 0; index < 5; index += 1) {
      await app.nobody.fail(signIn, { username, password: 'wrong' }, fromElsewhere());
    }
    const call = fetch(`http://127.0.0.1:${port}/api/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
      signal: leaving.signal,
    });
    await expect(call).rejects.toThrow('aborted');
    await ended;
  } finally {
    app.deps.pause = usual;
  }
});

async function listen(): Promise<AddressInfo> {
  await app.app.http.listen({ port: 0, host: '127.0.0.1' });
  return app.app.http.server.address() as AddressInfo;
}
