import type { LoginIdentityType } from '@careloop/contracts/codes';

import { recordSecurity } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { findUserByUsername } from './shared/queries.ts';
import { findUserOfIdentity } from './queries.ts';
import { notifyUser } from './changePassword.ts';
import type { Identity } from './queries.ts';

interface Link extends Identity {
  userId: number;
  identityType: LoginIdentityType;
}

/**
 * Links an identity to the matching user, unless it was linked to another user in the meantime.
 * @returns whether the identity now belongs to the user
 */
export async function linkIdentity(db: Db, link: Link, ip: string | null): Promise<boolean> {
  const { userId, identityType, issuer, subject } = link;
  const linked = await db
    .insertInto('login_identity')
    .values({ issuer, subject, user_id: userId, identity_type: identityType })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (linked === undefined) return (await findUserOfIdentity(db, link)) === userId;
  await recordLink(db, link, { by: 'email' }, ip);
  return true;
}

/** The reason an identity could not be linked, for the administrator at the command line. */
export class LinkError extends Error {
  override readonly name = 'LinkError';
}

/**
 * Links an identity to a user on behalf of an administrator; replaces the user's previous identity at the same issuer.
 * @throws LinkError if there is no such user, or the identity belongs to another user
 */
export async function linkIdentityByHand(
  db: Db,
  { username, ...link }: Omit<Link, 'userId'> & { username: string },
): Promise<void> {
  const user = await findUserByUsername(db, username);
  if (user === undefined) throw new LinkError(`There is no user ${username}`);
  const owner = await findUserOfIdentity(db, link);
  if (owner === user.user_id) return;
  if (owner !== null) throw new LinkError('This identity belongs to another user');
  const { issuer, subject, identityType } = link;
  await db
    .insertInto('login_identity')
    .values({ issuer, subject, user_id: user.user_id, identity_type: identityType })
    .onConflict((conflict) =>
      conflict.constraint('login_identity_one_per_issuer').doUpdateSet({ subject, identity_type: identityType }),
    )
    .execute();
  await recordLink(db, { ...link, userId: user.user_id }, { by: 'administrator' }, null);
}

/** Audits the link and notifies the user, since it is another way into their account. */
async function recordLink(db: Db, link: Link, how: { by: string }, ip: string | null): Promise<void> {
  const { userId, issuer, identityType } = link;
  await recordSecurity(db, {
    action: 'session.identity-linked',
    outcome: 'ok',
    userId,
    details: { issuer, identityType, ...how },
    ip,
  });
  await notifyUser(db, userId, 'identity_linked', how.by === 'administrator' ? 'operator' : 'user');
}
