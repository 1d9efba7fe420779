import { generateSync } from 'otplib';

import type { Db } from '../src/db/client.ts';

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
