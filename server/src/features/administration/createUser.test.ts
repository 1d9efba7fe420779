import { getContext, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstUser } from '../../../test/firstUser.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { createUser } from './createUser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the first administrator of an empty database signs in, and has the permissions of administrators', async () => {
  await createUser(app.db, firstUser);
  const { token } = await app.nobody.ok(signIn, { username: firstUser.username, password: firstUser.password });
  const response = await app.app.http.inject({
    url: '/api/get-context',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(getContext.output.parse(response.json())).toMatchObject({
    user: { username: 'first.admin', clients: [{ displayName: 'Harbor Clinics' }] },
    permissions: expect.arrayContaining(['ManageUsers', 'ViewAuditLog']),
  });
});

test('a taken name creates nothing; an existing client is used, however its name is capitalized', async () => {
  expect(await createUser(app.db, { ...firstUser, username: 'FIRST.ADMIN', clientName: 'Another' })).toBeNull();
  await createUser(app.db, { ...firstUser, username: 'second' });
  await createUser(app.db, { ...firstUser, username: 'third', clientName: 'HARBOR clinics' });
  const clients = await app.db.selectFrom('client').select('display_name').execute();
  expect(clients).toEqual([{ display_name: 'Harbor Clinics' }]);
});
