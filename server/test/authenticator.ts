import { enableSecondFactor, prepareSecondFactor } from '@careloop/contracts/session/credentials';
import { generateSync } from 'otplib';

import type { Db } from '../src/db/client.ts';
import { buildUser } from './factories.ts';
import type { TestApp } from './harness.ts';
import { password, passwordHash } from './passwords.ts';

/** What an authenticator app shows now, or so many seconds later. */
export function codeOf(secret: string, seconds = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });
}

/**
 * As if the user's last code had been shown long ago: the one of this moment opens once more. Codes of the step before would
 * do as well, unless a busy machine takes its time.
 */
export async function forgetLastCode(db: Db, username: string): Promise<void> {
  await db
    .updateTable('second_factor')
    .set({ last_step: 0 })
    .where('user_id', '=', (build) =>
      build.selectFrom('user_account').select('user_id').where('username', '=', username),
    )
    .execute();
}

/** Somebody whose second factor is on, by their own wish, and whose next code opens. */
export async function buildWithSecondFactor(app: TestApp, options: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(app.db, { passwordHash, ...options });
  const caller = await app.as(user);
  const { secret } = await caller.ok(prepareSecondFactor, {});
  const { recoveryCodes } = await caller.ok(enableSecondFactor, { password, code: codeOf(secret) });
  await forgetLastCode(app.db, user.username);
  return { ...user, caller, secret, recoveryCodes };
}
