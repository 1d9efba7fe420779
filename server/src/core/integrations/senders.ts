import { filledPath } from '@careloop/contracts/endpoint';
import { reportFax } from '@careloop/contracts/sharing/documentExport';
import { receiveTextStatus } from '@careloop/contracts/sharing/sms';

import type { Config } from '../../config/config.ts';
import type { Database } from '../../platform/db/client.ts';
import { fhirHttp } from './ehr/fhirHttp.ts';
import type { Ehr } from './ehr/port.ts';
import { webhookToken } from './webhookToken.ts';
import { smtpSender } from './email/smtp.ts';
import { faxOutbox } from './fax/outbox.ts';
import type { FaxSender } from './fax/port.ts';
import { sinchFax } from './fax/sinch.ts';
import { outbox } from './sender.ts';
import type { DeliverySender, SentAttempt } from './sender.ts';
import { findOptOuts, keepRefusal } from './text-messages/optOut.ts';
import { OptedOutError, twilioSms } from './text-messages/twilio.ts';

/** Senders of all channels besides email; the outbox for a channel that is not configured. */
export interface Senders {
  direct: DeliverySender;
  sms: DeliverySender;
  fax: FaxSender;
  /** Null if no EMR is configured; then there is no export to it. */
  ehr: Ehr | null;
}

export type SendingConfig = Pick<Config, 'fax' | 'twilio' | 'directSmtpUrl' | 'publicUrl' | 'ehr'>;

export function chooseSenders(config: SendingConfig, db: Database, sessionSecret: string): Senders {
  const { publicUrl, twilio, fax, directSmtpUrl, ehr } = config;
  const api = publicUrl === undefined ? undefined : `${publicUrl.replace(/\/+$/, '')}/api`;
  const sms =
    twilio === undefined
      ? outbox
      : twilioSms({ ...twilio, statusUrl: api === undefined ? undefined : `${api}${receiveTextStatus.path}` });
  const callbackUrl =
    api === undefined
      ? undefined
      : (reference: string) =>
          `${api}${filledPath(reportFax, { reference, token: webhookToken(sessionSecret, reference) })}`;
  return {
    direct: directSmtpUrl === undefined ? outbox : smtpSender(directSmtpUrl, undefined, 'hisp'),
    sms: respectingOptOuts(db, sms),
    fax: fax === undefined ? faxOutbox : sinchFax({ ...fax, callbackUrl }),
    ehr: ehr === undefined ? null : fhirHttp(ehr),
  };
}

/** Whether a service is configured for a channel, besides email. */
export function hasService({ fax, direct, sms, ehr }: Senders, channel: string): boolean {
  if (channel === 'emr') return ehr !== null;
  const { vendor } = channel === 'fax' ? fax : channel === 'sms' ? sms : direct;
  return vendor !== outbox.vendor;
}

/** Wraps a sender so that it sends nothing to numbers that have opted out, by reply or reported by the vendor. */
function respectingOptOuts(db: Database, sender: DeliverySender): DeliverySender {
  const { find } = sender;
  return {
    ...sender,
    ...(find !== undefined && {
      async find(attempt: SentAttempt) {
        const report = await find(attempt);
        if (report?.isOptedOut === true) await keepRefusal(db, attempt.to);
        return report;
      },
    }),
    async send(message) {
      const optOut = (await findOptOuts(db, [message.to])).get(message.to);
      if (optOut?.isOptedOut === true) throw new OptedOutError('The number has opted out of text messages.');
      try {
        return await sender.send(message);
      } catch (error) {
        if (error instanceof OptedOutError) await keepRefusal(db, message.to);
        throw error;
      }
    },
  };
}
