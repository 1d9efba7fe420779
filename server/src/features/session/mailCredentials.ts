import { findMailedUser, mailUser } from '../../core/integrations/mailUser.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import type { CredentialChange } from './credentialJobs.ts';
import { findOwnIdentities } from './removeOwnIdentity.ts';
import { findResetToMail, resetLink } from './resetPassword.ts';
import { changeText, linkPlace, resetText } from './texts.ts';

export async function mailReset(
  deps: WorkerDeps,
  { passwordResetId }: { passwordResetId: number },
  run: JobAttempt,
): Promise<void> {
  const reset = await findResetToMail(deps.db, passwordResetId);
  // No such user, no email address, or the request is used or expired: nothing is sent.
  if (reset === undefined) return;
  const link = resetLink(deps.portalUrl, deps.sessionSecret, reset.nonce);
  const text = resetText(`${reset.first_name} ${reset.last_name}`, deps.config.productName);
  await mailUser(deps, { userId: reset.user_id, email: reset.email }, text, `password-reset:${passwordResetId}`, {
    run,
    complete: (body) => body.replace(linkPlace, link),
  });
}

interface ChangeToMail {
  userId: number;
  change: CredentialChange;
  changedAt: string;
}

export async function mailChange(
  deps: WorkerDeps,
  { userId, change, changedAt }: ChangeToMail,
  run: JobAttempt,
): Promise<void> {
  const user = await findMailedUser(deps.db, userId);
  if (user?.email == null || !user.isActive) return;
  const hasIdentity = change === 'password_changed' && (await findOwnIdentities(deps.db, userId)).length > 0;
  const text = changeText(user.fullName, { change, changedAt, hasIdentity }, deps.config.productName);
  const key = `credential-change:${userId}:${change}:${changedAt}`;
  await mailUser(deps, { userId, email: user.email }, text, key, { run });
}
