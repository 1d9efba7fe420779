import type { EnrollmentStatus } from '@careloop/contracts/codes/profile';
import { allowsStep, enrollmentTexts } from '@careloop/contracts/profile/enrollment';
import { sql } from 'kysely';

import { findPasswordProblem, findPasswordRules } from '../../platform/identity/passwordRules.ts';
import { hashPassword } from '../../platform/identity/passwords.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';
import { recordSecurity } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import type { Deps } from '../../core/app.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { renderMarkdown } from '../site-info/shared/markdown.ts';
import { activate, moveOn } from './enrollProxy.ts';
import { notifyEnrollment } from './jobs.ts';

// Actions with the link of an enrollment. No one is signed in yet; only the token is checked.

type LinkDeps = Pick<Deps, 'db' | 'sessionSecret' | 'config'>;

interface Found {
  userId: number;
  status: EnrollmentStatus;
  needsApproval: boolean;
}

/** @throws AppError `refused` for a token that is unknown, used or expired */
async function lockByToken(db: Db, { sessionSecret }: LinkDeps, token: string): Promise<Found> {
  const digest = tokenDigest(sessionSecret, token);
  const row = await db
    // The account first; see `lockEnrollment`.
    .with('held', (own) =>
      own
        .selectFrom('user_account')
        .select('user_id')
        .where('user_id', '=', own.selectFrom('user_enrollment').select('user_id').where('token_digest', '=', digest))
        .forNoKeyUpdate(),
    )
    .selectFrom('user_enrollment as e')
    .innerJoin('held', 'held.user_id', 'e.user_id')
    .select([
      'e.user_id',
      'e.status',
      // Approval by the person acted for, unless they requested it themselves.
      sql<boolean>`requested_by_user_id <> proxied_user_id`.as('needs_approval'),
    ])
    .where('e.token_digest', '=', digest)
    .where('e.token_expires_at', '>', sql<Date>`now()`)
    .forUpdate('e')
    .executeTakeFirst();
  if (row === undefined) throw refused(enrollmentTexts.linkExpired);
  return {
    userId: row.user_id,
    status: row.status as EnrollmentStatus,
    needsApproval: row.needs_approval,
  };
}

interface Shown {
  token: string;
  ip: string;
}

const shownAs = { open: 'enrollment.opened', viewAgreement: 'enrollment.agreement_viewed' } as const;

async function show(db: Db, found: Found, step: keyof typeof shownAs, ip: string): Promise<void> {
  if (!allowsStep(found.status, step)) return;
  await moveOn(db, found, step);
  await recordSecurity(db, { action: shownAs[step], outcome: 'ok', userId: found.userId, ip });
}

/** Opens the link and returns who requested the account, and for whom. */
export async function open(deps: LinkDeps, { token, ip }: Shown) {
  return inTransaction(deps.db, async (db) => {
    const found = await lockByToken(db, deps, token);
    await show(db, found, 'open', ip);
    const row = await db
      .selectFrom('user_enrollment as e')
      .innerJoin('user_account as u', 'u.user_id', 'e.user_id')
      .innerJoin('user_account as r', 'r.user_id', 'e.requested_by_user_id')
      .innerJoin('user_account as p', 'p.user_id', 'e.proxied_user_id')
      .select([
        'u.first_name as firstName',
        'u.last_name as lastName',
        'u.username',
        sql<string>`r.first_name || ' ' || r.last_name`.as('requestedBy'),
        sql<string>`p.first_name || ' ' || p.last_name`.as('actsFor'),
      ])
      .where('e.user_id', '=', found.userId)
      .executeTakeFirstOrThrow();
    return { ...row, needsApproval: found.needsApproval };
  });
}

async function findTerms(db: Db) {
  return db
    .selectFrom('site_document')
    .select(['site_document_id', 'document_text'])
    .where('document_type', '=', 'terms_of_use')
    .orderBy('release_date', 'desc')
    .orderBy('site_document_id', 'desc')
    .executeTakeFirst();
}

/** Returns the terms. */
export async function view(deps: LinkDeps, { token, ip }: Shown): Promise<{ agreement: string | null }> {
  return inTransaction(deps.db, async (db) => {
    const found = await lockByToken(db, deps, token);
    await show(db, found, 'viewAgreement', ip);
    const terms = await findTerms(db);
    return { agreement: terms === undefined ? null : renderMarkdown(terms.document_text) };
  });
}

/** Accepts the terms and sets the first password. A password that breaks a rule does not use up the link. */
export async function accept(
  deps: LinkDeps,
  { token, password, ip }: { token: string; password: string; ip: string },
): Promise<{ username: string; isEnrolled: boolean }> {
  const { userId } = await inTransaction(deps.db, (db) => lockByToken(db, deps, token));
  const hash = await hashFirstPassword(deps, userId, password);
  return inTransaction(deps.db, async (db) => {
    const found = await lockByToken(db, deps, token);
    const terms = await findTerms(db);
    await moveOn(db, found, found.needsApproval ? 'acceptForApproval' : 'accept', {
      agreed_at: sql<Date>`now()`,
      agreement_document_id: terms?.site_document_id ?? null,
    });
    const { username } = await db
      .updateTable('user_account')
      .set({ password_hash: hash, password_changed_at: sql<Date>`now()`, must_change_password: false })
      .where('user_id', '=', userId)
      .returning('username')
      .executeTakeFirstOrThrow();
    if (!found.needsApproval) await activate(db, userId);
    const details = { agreementDocumentId: terms?.site_document_id ?? null, needsApproval: found.needsApproval };
    await recordSecurity(db, { action: 'enrollment.accepted', outcome: 'ok', userId, details, ip });
    if (found.needsApproval)
      await enqueue(db, notifyEnrollment, { userId, outcome: 'pending', at: new Date().toISOString() });
    return { username, isEnrolled: !found.needsApproval };
  });
}

async function hashFirstPassword({ db, config }: LinkDeps, userId: number, password: string): Promise<string> {
  const { username } = await db
    .selectFrom('user_account')
    .select('username')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const rules = await findPasswordRules(db, { username, userId }, config.productName);
  const problem = await findPasswordProblem(password, rules);
  if (problem !== null) throw invalidInput({ password: problem });
  return hashPassword(password);
}
