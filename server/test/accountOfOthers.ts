import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { makeProviderAUser } from '@careloop/contracts/directory/changes';
import { getProvider } from '@careloop/contracts/directory/providers';
import type { Permission } from '@careloop/contracts/access';

import { buildUser } from './factories.ts';
import type { TestApp } from './harness.ts';

let accounts = 0;

/**
 * An administrator of another client gives a provider of the shared directory an account, by the call.
 * @returns the session of the account
 */
export async function makeAccountOfOthers(
  app: TestApp,
  { healthcareProviderId }: { healthcareProviderId: number },
  more: Permission[] = [],
) {
  const permissions: Permission[] = ['ManageUsers', ...defaultPermissions.provider, ...more];
  const caller = await app.as(await buildUser(app.db, { permissions }));
  const { version } = await caller.ok(getProvider, { healthcareProviderId });
  accounts += 1;
  const username = `account.of.others.${accounts}`;
  const account = { username, email: null, password: 'a-long-enough-phrase-82' };
  const { userId } = await caller.ok(makeProviderAUser, { ...account, healthcareProviderId, version });
  return { receiver: await app.as({ userId }) };
}
