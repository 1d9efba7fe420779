import { credentialTexts } from '@careloop/contracts/credentials';

import type { Actor } from '../../access/actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { invalidInput, refused } from '../../http/errors.ts';
import type { CredentialChange } from './credentialJobs.ts';
import { requireOwnPassword, tellUser } from './passwords.ts';
import type { CredentialDeps } from './passwords.ts';
import { findSecondFactor, prepareAuthenticator, renewCodes, turnOff, turnOn } from './secondFactor.ts';
import type { AuthenticatorSecret } from './secondFactor.ts';

// The own second factor, by somebody who is signed in. Whoever only holds their session can look, and turn on what is off.

/** @throws AppError `wrong_state` when it is on */
export async function prepareSecondFactor(deps: CredentialDeps, actor: Actor): Promise<AuthenticatorSecret> {
  const prepared = await prepareAuthenticator(deps.db, deps.sessionSecret, actor, deps.config.productName);
  if (prepared === null) throw refused(credentialTexts.secondFactorIsOn, 'wrong_state');
  return prepared;
}

export async function enableSecondFactor(deps: CredentialDeps, actor: Actor, code: string): Promise<string[]> {
  const codes = await inTransaction(deps.db, async (db) => {
    const turnedOn = await turnOn(db, deps.sessionSecret, actor.userId, code);
    if (turnedOn !== null) await keep(db, actor, 'second-factor.enabled', 'second_factor_on');
    return turnedOn;
  });
  if (codes === null) throw invalidInput({ code: credentialTexts.codeWrong });
  return codes;
}

/** @throws AppError `refused` when a client of the user asks for it */
export async function disableSecondFactor(
  deps: CredentialDeps,
  actor: Actor,
  password: string,
  signal: AbortSignal,
): Promise<void> {
  const { isRequired } = await findSecondFactor(deps.db, actor.userId);
  if (isRequired) throw refused(credentialTexts.secondFactorRequired);
  await requireOwnPassword(deps, actor, { field: 'password', password, signal });
  await inTransaction(deps.db, async (db) => {
    const wasOn = await turnOff(db, actor.userId);
    if (wasOn) await keep(db, actor, 'second-factor.disabled', 'second_factor_off');
  });
}

/** @throws AppError `wrong_state` when it is off */
export async function renewRecoveryCodes(
  deps: CredentialDeps,
  actor: Actor,
  password: string,
  signal: AbortSignal,
): Promise<string[]> {
  await requireOwnPassword(deps, actor, { field: 'password', password, signal });
  return inTransaction(deps.db, async (db) => {
    const { isEnabled } = await findSecondFactor(db, actor.userId);
    if (!isEnabled) throw refused(credentialTexts.secondFactorIsOff, 'wrong_state');
    const codes = await renewCodes(db, deps.sessionSecret, actor.userId);
    await keep(db, actor, 'recovery-codes.renewed', 'recovery_codes_renewed');
    return codes;
  });
}

async function keep(db: Db, actor: Actor, action: string, change: CredentialChange): Promise<void> {
  await record(db, actor, { action, subjectType: 'user', subjectId: actor.userId });
  await tellUser(db, actor.userId, change);
}
