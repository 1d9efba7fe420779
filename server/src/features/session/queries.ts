import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';

/** A user's identity at a single sign-on provider. */
export interface Identity {
  issuer: string;
  subject: string;
}

/** The user who signs in with this identity, or null. */
export async function findUserOfIdentity(db: Db, { issuer, subject }: Identity): Promise<number | null> {
  const row = await db
    .selectFrom('login_identity')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/**
 * Finds and locks the single active user with this email address who has no identity at the issuer yet; null if there is none,
 * or more than one. Users with a second factor and system administrators are never linked by address alone: anyone who can edit
 * addresses in the provider's directory could sign in as them.
 */
export async function findUserToLink(db: Db, issuer: string, email: string): Promise<number | null> {
  const users = await db
    .selectFrom('user_account as u')
    .leftJoin('login_identity as l', (join) => join.onRef('l.user_id', '=', 'u.user_id').on('l.issuer', '=', issuer))
    .leftJoin('second_factor as f', (join) =>
      join.onRef('f.user_id', '=', 'u.user_id').on('f.enabled_at', 'is not', null),
    )
    .select(['u.user_id', 'u.user_type', 'l.subject', 'f.enabled_at'])
    .where(sql<string>`lower(u.email)`, '=', email.toLowerCase())
    .where('u.is_active', '=', true)
    .limit(2)
    .forNoKeyUpdate('u')
    .execute();
  const [user, ...others] = users;
  if (user === undefined || others.length > 0 || user.subject !== null) return null;
  const isProtected = user.enabled_at !== null || user.user_type === 'system_administrator';
  return isProtected ? null : user.user_id;
}
