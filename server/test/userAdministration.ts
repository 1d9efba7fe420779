import type { Permission } from '@careloop/contracts/access';

import { buildClient, buildUser } from './factories.ts';
import { startTestApp } from './harness.ts';

/** An app with a client, and an administrator of its users who also has these permissions. Call it in `beforeAll`. */
export async function startUserAdministration(permissions: readonly Permission[]) {
  const app = await startTestApp();
  const { clientId } = await buildClient(app.db);
  const buildManager = async (...held: readonly Permission[]) =>
    app.as(await buildUser(app.db, { clientId, lastName: 'Managing', permissions: ['ManageUsers', ...held] }));
  return { app, clientId, buildManager, manager: await buildManager(...permissions) };
}
