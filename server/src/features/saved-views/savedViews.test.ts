import { deleteView, listSavedViews, saveView, viewTexts } from '@careloop/contracts/saved-views';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let user: Caller;
let other: Caller;

beforeAll(async () => {
  app = await startTestApp();
  user = await app.as(await buildUser(app.db));
  other = await app.as(await buildUser(app.db));
});
afterAll(() => app.stop());

const screen = 'referrals';
const filters = { status: 'overdue', direction: 1 };

test('a view is saved under a name, replaced by the same one, and deleted; others neither see nor delete it', async () => {
  const { savedViewId } = await user.ok(saveView, { screen, name: ' Rounds ', filters: {} });
  expect((await user.ok(saveView, { screen, name: 'rounds', filters })).savedViewId).toBe(savedViewId);
  expect((await user.ok(listSavedViews, { screen })).views).toEqual([{ savedViewId, name: 'rounds', filters }]);
  expect((await user.ok(listSavedViews, { screen: 'patients' })).views).toEqual([]);
  expect((await other.ok(listSavedViews, { screen })).views).toEqual([]);
  expect(await other.fail(deleteView, { savedViewId })).toMatchObject({ message: viewTexts.gone });
  await user.ok(deleteView, { savedViewId });
  expect((await user.ok(listSavedViews, { screen })).views).toEqual([]);
});

test('a view without a name, with too many filters, of no screen, or without a session is refused', async () => {
  expect(await user.fail(saveView, { screen, name: ' ', filters })).toMatchObject({
    validationErrors: { name: viewTexts.nameRequired },
  });
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, number) => [`filter${number}`, true]));
  expect(await user.fail(saveView, { screen, name: 'Many', filters: many })).toMatchObject({
    validationErrors: { filters: viewTexts.tooManyFilters },
  });
  expect(await user.fail(saveView, { screen: 'reports' as never, name: 'x', filters })).toMatchObject({
    code: 'invalid_input',
  });
  expect((await app.nobody.fail(saveView, { screen, name: 'x', filters })).status).toBe(401);
});

test('a user keeps at most 30 views of a screen', async () => {
  for (let number = 0; number < 30; number += 1) await other.ok(saveView, { screen, name: `View ${number}`, filters });
  expect(await other.fail(saveView, { screen, name: 'One more', filters })).toMatchObject({
    validationErrors: { name: viewTexts.tooMany },
  });
  await other.ok(saveView, { screen: 'workQueues', name: 'One more', filters });
});

test('views saved at once respect the limit', async () => {
  const caller = await app.as(await buildUser(app.db));
  const names = Array.from({ length: 36 }, (_, number) => `View ${number}`);
  for (const name of names.slice(0, 29)) await caller.ok(saveView, { screen, name, filters });
  await Promise.all(names.slice(29).map((name) => caller.call(saveView, { screen, name, filters })));
  expect((await caller.ok(listSavedViews, { screen })).views).toHaveLength(30);
});
