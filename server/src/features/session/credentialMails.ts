import type { Db } from '../../platform/db/client.ts';
import { deliver } from '../../core/integrations/deliveries.ts';
import type { DeliveryOptions } from '../../core/integrations/deliveries.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { CredentialChange } from './credentialJobs.ts';
import { findOwnIdentities } from './ownIdentities.ts';
import { findResetToMail, resetLifetimeMinutes, resetLink } from './passwordReset.ts';

/**
 * Placeholder for the link in the stored mail. Reading the mail ledger must not be enough to take over an account, so the link
 * is inserted only when the mail is sent, and is the same on each attempt.
 */
const linkPlace = '[a link that is kept nowhere]';

export async function mailReset(deps: WorkerDeps, { passwordResetId }: { passwordResetId: number }): Promise<void> {
  const reset = await findResetToMail(deps.db, passwordResetId);
  // No such user, no email address, or the request is used or expired: nothing is sent.
  if (reset === undefined) return;
  const link = resetLink(deps.portalUrl, deps.sessionSecret, reset.nonce);
  const subject = `Choose a new password for ${deps.config.productName}`;
  await mail(deps, reset, subject, resetBody(reset, deps), `password-reset:${passwordResetId}`, {
    complete: (body) => body.replace(linkPlace, link),
  });
}

interface ChangeToMail {
  userId: number;
  change: CredentialChange;
  changedAt: string;
}

export async function mailChange(deps: WorkerDeps, { userId, change, changedAt }: ChangeToMail): Promise<void> {
  const user = await findRecipient(deps.db, userId);
  if (user === undefined) return;
  const subject = `${sentences[change]} (${deps.config.productName})`;
  const key = `credential-change:${userId}:${change}:${changedAt}`;
  const hasIdentity = change === 'password_changed' && (await findOwnIdentities(deps.db, userId)).length > 0;
  const body = changeBody(user, { change, changedAt, hasIdentity }, deps);
  await mail(deps, user, subject, body, key);
}

interface Addressee {
  user_id: number;
  first_name: string;
  last_name: string;
  email: string;
}

async function mail(
  deps: WorkerDeps,
  to: Addressee,
  subject: string,
  body: string,
  key: string,
  options?: DeliveryOptions,
): Promise<void> {
  await deliver(
    deps.db,
    deps.email,
    {
      channel: 'email',
      // Concerns only the user, so no client sees it.
      clientId: null,
      recipientUserId: to.user_id,
      recipientAddress: to.email,
      senderAddress: deps.config.mailFrom,
      subject,
      body,
    },
    key,
    options,
  );
}

async function findRecipient(db: Db, userId: number): Promise<Addressee | undefined> {
  return db
    .selectFrom('user_account')
    .select(['user_id', 'first_name', 'last_name', 'email'])
    .where('user_id', '=', userId)
    .where('is_active', '=', true)
    .where('email', 'is not', null)
    .$narrowType<{ email: string }>()
    .executeTakeFirst();
}

function resetBody(to: Addressee, { config }: WorkerDeps): string {
  return [
    `Dear ${to.first_name} ${to.last_name},`,
    '',
    `Someone, hopefully you, requested a new password for ${config.productName}. Choose it here:`,
    '',
    linkPlace,
    '',
    `The link works once, for ${resetLifetimeMinutes} minutes. If this was not you, you can ignore this email: your password stays the same.`,
  ].join('\n');
}

const sentences: Record<CredentialChange, string> = {
  password_changed: 'Your password was changed',
  second_factor_on: 'Two-step verification was turned on',
  second_factor_off: 'Two-step verification was turned off',
  second_factor_moved: 'Two-step verification was moved to another phone',
  recovery_codes_renewed: 'Your recovery codes were renewed',
  recovery_code_used: 'Someone signed in with one of your recovery codes',
  second_factor_stopped: 'Someone who knows your password entered too many wrong codes and was stopped',
  identity_linked: 'Single sign-on was connected to your account',
  identity_removed: 'Single sign-on was removed from your account',
};

interface ChangeNotice {
  change: CredentialChange;
  changedAt: string;
  /** Whether single sign-on is linked, which a new password does not remove. */
  hasIdentity: boolean;
}

function changeBody(to: Addressee, { change, changedAt, hasIdentity }: ChangeNotice, { config }: WorkerDeps): string {
  const when = changedAt.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
  return [
    `Dear ${to.first_name} ${to.last_name},`,
    '',
    `${sentences[change]} in ${config.productName} on ${when}.`,
    '',
    ...(hasIdentity ? ['Single sign-on still opens your account; you can remove it in your profile.', ''] : []),
    'If this was not you, contact your administrator at once.',
  ].join('\n');
}
