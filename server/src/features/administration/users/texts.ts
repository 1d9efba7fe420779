import { accountBody } from '../../../core/integrations/mailText.ts';
import type { MailText } from '../../../core/integrations/mailText.ts';
import type { AdministratorChange } from './jobs.ts';

const sentences: Record<AdministratorChange, string> = {
  account: 'names, addresses, clients or proxies were saved',
  password: 'a new password was set',
  permissions: 'permissions were changed',
  state: 'the account was activated or deactivated',
  second_factor: 'two-step verification was turned off',
  reset_link: 'a link to choose a new password was sent',
  record: 'a directory record was linked',
};

interface ChangeToMail {
  fullName: string;
  changedBy: string;
  changed: string;
  change: AdministratorChange;
}

export function administratorChangeText(
  { fullName, changedBy, changed, change }: ChangeToMail,
  productName: string,
): MailText {
  return {
    subject: `An administrator’s account was changed (${productName})`,
    body: accountBody(fullName, [
      `${changedBy} changed the account of ${changed}, who manages users in ${productName}: ${sentences[change]}.`,
      'If this was not agreed, deactivate both accounts and find out what happened.',
    ]),
  };
}
