import { getContext, signIn } from '@careloop/contracts/session';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';
import { createUser } from './createUser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const first = {
  username: 'first.admin',
  password: 'a long enough password',
  firstName: 'Ada',
  lastName: 'Byron',
  email: null,
  userType: 'system_administrator' as const,
  clientName: 'Harbor Clinics',
};

test('the first administrator of an empty database signs in, and holds what administrators hold', async () => {
  await createUser(app.db, first);
  const { token } = await app.nobody.ok(signIn, { username: first.username, password: first.password });
  const response = await app.app.http.inject({
    url: '/api/get-context',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(getContext.output.parse(response.json())).toMatchObject({
    user: { username: 'first.admin', clients: [{ displayName: 'Harbor Clinics' }] },
    permissions: expect.arrayContaining(['ManageUsers', 'ViewAuditLog']),
  });
});

test('a taken name creates nothing; a known client is joined', async () => {
  expect(await createUser(app.db, { ...first, username: 'FIRST.ADMIN', clientName: 'Another' })).toBeNull();
  await createUser(app.db, { ...first, username: 'second' });
  const clients = await app.db.selectFrom('client').select('display_name').execute();
  expect(clients).toEqual([{ display_name: 'Harbor Clinics' }]);
});
