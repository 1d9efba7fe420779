import { accountBody } from '../../core/integrations/mailText.ts';
import type { MailText } from '../../core/integrations/mailText.ts';
import type { CredentialChange } from './credentialJobs.ts';
import { resetLifetimeMinutes } from './resetPassword.ts';

/**
 * Placeholder for the link in the stored mail. Reading the mail ledger must not be enough to take over an account, so the link
 * is inserted only when the mail is sent, and is the same on each attempt.
 */
export const linkPlace = '[a link that is kept nowhere]';

export function resetText(fullName: string, productName: string): MailText {
  return {
    subject: `Choose a new password for ${productName}`,
    body: accountBody(fullName, [
      `Someone, hopefully you, requested a new password for ${productName}. Choose it here:`,
      linkPlace,
      `The link works once, for ${resetLifetimeMinutes} minutes. If this was not you, you can ignore this email: your password stays the same.`,
    ]),
  };
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

export function changeText(
  fullName: string,
  { change, changedAt, hasIdentity }: ChangeNotice,
  productName: string,
): MailText {
  const when = changedAt.replace('T', ' ').replace(/:\d\d(\.\d+)?Z$/, ' UTC');
  return {
    subject: `${sentences[change]} (${productName})`,
    body: accountBody(fullName, [
      `${sentences[change]} in ${productName} on ${when}.`,
      ...(hasIdentity ? ['Single sign-on still opens your account; you can remove it in your profile.'] : []),
      'If this was not you, contact your administrator at once.',
    ]),
  };
}
