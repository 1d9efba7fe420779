import { accountBody } from '../../../core/integrations/mailText.ts';
import type { MailText } from '../../../core/integrations/mailText.ts';
import type { AdministratorChange } from '../../../core/access/administratorChange.ts';

const sentences: Record<AdministratorChange, string> = {
  account: 'names, addresses, clients or proxies were saved',
  password: 'a new password was set',
  permissions: 'permissions were changed',
  state: 'the account was activated or deactivated',
  second_factor: 'two-step verification was turned off',
  second_factor_on: 'two-step verification was turned on',
  second_factor_moved: 'two-step verification was moved to another phone',
  recovery_codes: 'the recovery codes were renewed',
  identity: 'single sign-on was connected or removed',
  email: 'an email or Direct address was changed',
  proxies: 'the people who may act for this user were changed',
  reset_link: 'a link to choose a new password was sent',
  record: 'a directory record was linked',
};

interface ChangeToMail {
  fullName: string;
  /** Null for an operator at the command line. */
  changedBy: string | null;
  isOwn: boolean;
  changed: string;
  change: AdministratorChange;
}

export function administratorChangeText(
  { fullName, changedBy, changed, change, isOwn }: ChangeToMail,
  productName: string,
): MailText {
  const what = isOwn
    ? `${changed}, who manages users in ${productName}, changed their own account`
    : `${changedBy ?? 'An operator'} changed the account of ${changed}, who manages users in ${productName}`;
  return {
    subject: `An administrator’s account was changed (${productName})`,
    body: accountBody(fullName, [
      `${what}: ${sentences[change]}.`,
      isOwn
        ? 'Ask them whether it was them. If it was not, deactivate the account and find out what happened.'
        : 'If this was not agreed, deactivate both accounts and find out what happened.',
    ]),
  };
}
