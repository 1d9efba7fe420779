import { createHash } from 'node:crypto';

import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { enrollmentStatus } from '@careloop/contracts/codes/profile';
import { z } from 'zod';

import type { Clock } from './clock.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { keyOf, readContent } from './content.ts';
import { clientIds } from './organization.ts';
import { username as user } from './users.ts';

const plan = z.strictObject({
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: keyOf(enrollmentStatus.table),
  /** The user on whose behalf the account was requested. */
  askedBy: user,
  /** Days since the link was sent. */
  askedAgo: z.number(),
  /** Days since the last step. */
  changedAgo: z.number(),
  denialReason: z.string().optional(),
});
type Plan = z.infer<typeof plan>;

/** Number of days a link is valid, as in the product. */
const linkDays = 7;
const hasLink: readonly Plan['status'][] = ['requested', 'initiated', 'agreement_viewed'];

/** The person who will act for this user. */
const supervisor = 'drnguyen';

/** Accounts requested in Add User. None of them can sign in. */
export function addEnrollments(rows: Rows, clock: Clock, users: DemoUsers, passwordHash: string): void {
  for (const one of readContent('enrollments', z.array(plan))) addEnrollment(rows, clock, users, one, passwordHash);
}

function addEnrollment(rows: Rows, clock: Clock, users: DemoUsers, one: Plan, passwordHash: string): void {
  const { username, firstName, lastName, status, askedBy, askedAgo, changedAgo } = one;
  // The user accepted the terms and chose a password; another person must approve.
  const hasAgreed = status === 'pending_supervisor_approval' || status === 'supervisor_approval_denied';
  const clientId = clientIds.bayColony;
  const askedById = users[askedBy].userId;
  const userId = rows.add('user_account', {
    username,
    user_type: 'office_user',
    first_name: firstName,
    last_name: lastName,
    email: `${username}@example.org`,
    is_active: false,
    password_hash: hasAgreed ? passwordHash : null,
    origin_client_id: clientId,
    created_by_user_id: askedById,
    created_at: clock.ago(askedAgo),
  });
  rows.put('user_client', { user_id: userId, client_id: clientId, is_coordinator: false });
  for (const permission of defaultPermissions.office_user) rows.put('user_permission', { user_id: userId, permission });
  rows.put('user_proxy', {
    proxied_user_id: users[supervisor].userId,
    proxy_user_id: userId,
    proxy_type: 'office_user',
    created_at: clock.ago(askedAgo),
  });
  rows.put('user_enrollment', {
    user_id: userId,
    status,
    requested_by_user_id: askedById,
    proxied_user_id: users[supervisor].userId,
    requested_at: clock.ago(askedAgo),
    ...(hasLink.includes(status) && linkOf(clock, username, askedAgo)),
    agreed_at: hasAgreed ? clock.ago(changedAgo, 1) : null,
    changed_at: clock.ago(changedAgo),
    denial_reason: one.denialReason ?? null,
  });
}

/** A link that nobody knows; it expires, and a new one can be sent. */
function linkOf(clock: Clock, username: string, askedAgo: number) {
  const bytes = (of: string) => `\\x${createHash('sha256').update(`${of} of ${username}`).digest('hex')}`;
  return {
    nonce: bytes('nonce') as unknown as Buffer,
    token_digest: bytes('token') as unknown as Buffer,
    token_expires_at: clock.ago(askedAgo - linkDays),
  };
}
