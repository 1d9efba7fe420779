import type { InputOf } from '@careloop/contracts/endpoint';
import type { saveUserProfile } from '@careloop/contracts/profile/saving';
import { profileTexts } from '@careloop/contracts/profile/texts';

import type { Actor } from '../../platform/identity/actor.ts';
import { invalidInput } from '../../platform/errors.ts';
import { proveNewPassword } from '../session/shared/ownPassword.ts';
import type { CredentialDeps, ProvenPassword } from '../session/shared/ownPassword.ts';
import { namedBelow } from './namedBelow.ts';

interface Proof {
  userId: number;
  accountData: InputOf<typeof saveUserProfile>['accountData'];
  signal: AbortSignal;
}

/**
 * The new password of a save, once the current one is proven; undefined unless the save changes it. Only the owner of the
 * account changes its password, and never on behalf of somebody.
 */
export async function findNewPassword(
  deps: CredentialDeps,
  actor: Actor,
  { userId, accountData, signal }: Proof,
): Promise<ProvenPassword | undefined> {
  if (accountData?.passwordWasChanged !== true) return undefined;
  if (userId !== actor.userId || actor.onBehalfOfUserId !== null)
    throw invalidInput({ 'accountData.password': profileTexts.passwordOfOthers });
  const { currentPassword = '', password = '' } = accountData;
  return namedBelow('accountData', proveNewPassword(deps, actor, { currentPassword, password }, signal));
}
