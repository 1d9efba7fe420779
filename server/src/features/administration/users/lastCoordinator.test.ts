import { userTypeIds } from '@careloop/contracts/codes';
import {
  saveManagedUser,
  savePermissions,
  setUserActive,
  userAdministrationTexts as texts,
} from '@careloop/contracts/administration/users';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildUser } from '../../../../test/factories.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { startUserAdministration } from '../../../../test/userAdministration.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
beforeAll(async () => {
  ({ app, clientId, manager } = await startUserAdministration(['ManageWorkQueues']));
});
afterAll(() => app.stop());

test('the last coordinator of a client stays one until somebody else is', async () => {
  const coordinator = await buildUser(app.db, { clientId, isCoordinator: true });
  const { userId } = coordinator;
  // Neither of them works the shared queues.
  await buildUser(app.db, { clientId, isCoordinator: true, permissions: [] });
  await buildUser(app.db, { clientId, isCoordinator: true, isActive: false });
  const { display_name: displayName } = await app.db
    .selectFrom('client')
    .select('display_name')
    .where('client_id', '=', clientId)
    .executeTakeFirstOrThrow();
  const reason = texts.lastCoordinator(displayName);
  const account = {
    userId,
    userTypeId: userTypeIds.office_user,
    firstName: 'Robin',
    lastName: 'Reyes',
    username: coordinator.username,
    clientIds: [clientId],
    version: 1,
  };
  expect((await manager.fail(saveManagedUser, account)).validationErrors).toEqual({ clientIds: reason });
  const withoutQueues = { userId, permissions: [], version: 1 };
  expect(await manager.fail(savePermissions, withoutQueues)).toMatchObject({ message: reason });
  await manager.ok(saveManagedUser, { ...account, coordinatorClientIds: [clientId] });

  const successor = await buildUser(app.db, { clientId, isCoordinator: true });
  await manager.ok(saveManagedUser, { ...account, version: 2 });
  const last = { userId: successor.userId, permissions: [], version: 1 };
  expect(await manager.fail(savePermissions, last)).toMatchObject({ message: reason });
  // Locking somebody out must always work at once.
  await manager.ok(setUserActive, { userId: successor.userId, isActive: false, version: 1 });
});
