import { outbox } from '../sender.ts';
import { smtpSender } from './smtp.ts';

import type { Config } from '../../../config/config.ts';
import type { EmailSender } from './port.ts';

/** The SMTP server of SMTP_URL if set, otherwise the outbox. */
export function chooseEmailSender(config: Pick<Config, 'smtpUrl'>): EmailSender {
  return config.smtpUrl === undefined ? outbox : smtpSender(config.smtpUrl);
}
