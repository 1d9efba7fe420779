import { listManagedUsers } from '@careloop/contracts/administration/users';
import { everyEnrollmentStatus } from '@careloop/contracts/codes/profile';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildUser } from '../../../../test/factories.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { startUserAdministration } from '../../../../test/userAdministration.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
beforeAll(async () => {
  ({ app, clientId, manager } = await startUserAdministration(['Messages']));
});
afterAll(() => app.stop());

test('users are listed by status of enrollment, -1 for all', async () => {
  const user = await buildUser(app.db, { clientId, lastName: 'Enrolling', isActive: false });
  const total = async (status?: number) =>
    (await manager.ok(listManagedUsers, { searchTerm: 'enrolling', enrollmentStatus: status })).totalItemCount;
  expect([await total(), await total(everyEnrollmentStatus), await total(40), await total(1)]).toEqual([1, 1, 1, 0]);
  await app.db
    .insertInto('user_enrollment')
    .values({
      user_id: user.userId,
      requested_by_user_id: manager.userId,
      proxied_user_id: manager.userId,
      status: 'requested',
    })
    .execute();
  expect([await total(everyEnrollmentStatus), await total(40), await total(1)]).toEqual([1, 0, 1]);
  expect(await manager.fail(listManagedUsers, { enrollmentStatus: 5 })).toMatchObject({
    validationErrors: { enrollmentStatus: 'Invalid value' },
  });
});
