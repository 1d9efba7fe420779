import { enableSecondFactor, prepareSecondFactor } from '@careloop/contracts/session/credentials';
import { generateSync } from 'otplib';

import type { Db } from '../src/platform/db/client.ts';
import { buildUser } from './factories.ts';
import type { TestApp } from './harness.ts';
import { password, passwordHash } from './passwords.ts';

/** The code of an authenticator app now, or after a number of seconds. */
export function codeOf(secret: string, seconds = 0): string {
  return generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + seconds });
}

/**
 * Clears the user's last used code, so that the current one is accepted again. More reliable than using the code of the
 * previous time step, which may expire on a busy machine.
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

/** A user who has turned on the second factor, and whose next code is accepted. */
export async function buildWithSecondFactor(app: TestApp, options: Parameters<typeof buildUser>[1] = {}) {
  const user = await buildUser(app.db, { passwordHash, ...options });
  const caller = await app.as(user);
  const { secret } = await caller.ok(prepareSecondFactor, {});
  const { recoveryCodes } = await caller.ok(enableSecondFactor, { password, code: codeOf(secret) });
  await forgetLastCode(app.db, user.username);
  return { ...user, caller, secret, recoveryCodes };
}
