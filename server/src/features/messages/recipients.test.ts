import { findUsers, toMessages } from '@careloop/contracts/directory/users';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildMessenger } from '../../../test/conversations.ts';
import { buildClient } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let sender: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  sender = await app.as(await buildMessenger(app.db, { clientId, lastName: 'Sender', firstName: 'Sam' }));
  for (const [lastName, firstName] of [
    ['Garcia Lopez', 'Maria del Carmen'],
    ['Lopez', 'Ana'],
    ['Lopezgrau', 'Bea'],
    ["O'Brien-Ng", 'Pat'],
    ['Núñez', 'José'],
    ['Adams', 'Joseph'],
    ['Marias', 'Zoe'],
    ['Straße', 'Udo'],
  ] as const) {
    await buildMessenger(app.db, { clientId, lastName, firstName });
  }
});
afterAll(() => app.stop());

const found = async (searchTerm: string) =>
  (await sender.ok(findUsers, { ...toMessages, searchTerm })).items.map(({ lastName }) => lastName);

test.each([
  ['lopez', ['Lopez', 'Lopezgrau', 'Garcia Lopez']],
  ['lop', ['Lopez', 'Lopezgrau', 'Garcia Lopez']],
  ['maria', ['Marias', 'Garcia Lopez']],
  ['carmen', ['Garcia Lopez']],
  ['garcia lopez', ['Garcia Lopez']],
  ['Lopez, Maria', ['Garcia Lopez']],
  ['maria garcia', ['Garcia Lopez']],
  ['lopez a', ['Lopez']],
  ['jose', ['Adams', 'Núñez']],
  ['JOSÉ nun', ['Núñez']],
  ['straße', ['Straße']],
  ["o'brien", ["O'Brien-Ng"]],
  ['ng', ["O'Brien-Ng"]],
  ['brien-ng pat', ["O'Brien-Ng"]],
  ['opez', []],
  ['%', []],
  ['-', []],
  ['lopez zoe', []],
])('%j finds %j', async (typed, lastNames) => {
  expect(await found(typed)).toEqual(lastNames);
});

test('an empty term finds everyone by name, with the total', async () => {
  const { items, totalItemCount } = await sender.ok(findUsers, { ...toMessages, pageSize: 2, page: 2 });
  expect(items.map(({ lastName }) => lastName)).toEqual(['Lopez', 'Lopezgrau']);
  expect(totalItemCount).toBe(8);
});

test('a user is found by a new name, and no longer by the old one', async () => {
  const { userId } = await buildMessenger(app.db, { clientId, lastName: 'Before', firstName: 'Ines' });
  await app.db.updateTable('user_account').set({ last_name: 'Afterwards' }).where('user_id', '=', userId).execute();
  expect([await found('before'), await found('after')]).toEqual([[], ['Afterwards']]);
});
