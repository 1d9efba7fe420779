import { createHmac, randomBytes } from 'node:crypto';

import type { ClientBase } from 'pg';

/** A user with a session that outlasts the bench. */
export interface OpenSession {
  userId: number;
  token: string;
}

/** Opens a session for each user, as signing in would, without the cost of hashing passwords. */
export async function openSessions(
  client: ClientBase,
  secret: string,
  userIds: readonly number[],
): Promise<OpenSession[]> {
  const { rows } = await client.query<{ session_id: number; user_id: number }>(
    'insert into user_session (user_id) select unnest($1::bigint[]) returning session_id, user_id',
    [userIds],
  );
  const sessions = rows.map((row) => ({ row, token: randomBytes(32).toString('base64url') }));
  await client.query(
    `insert into session_token (token_digest, session_id, expires_at)
     select decode(digest, 'hex'), session_id, now() + interval '12 hours'
     from unnest($1::text[], $2::bigint[]) as t(digest, session_id)`,
    [
      sessions.map(({ token }) => createHmac('sha256', secret).update(token).digest('hex')),
      sessions.map(({ row }) => row.session_id),
    ],
  );
  return sessions.map(({ row, token }) => ({ userId: row.user_id, token }));
}
