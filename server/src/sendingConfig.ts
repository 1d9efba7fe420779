import { z } from 'zod';

import { ConfigError } from './configError.ts';
import { ehrEnvironment, ehrOf } from './ehrConfig.ts';
import type { EhrSettings } from './ehrConfig.ts';
import { isLoopback } from './http/loopback.ts';
import type { SinchFaxConfig } from './integrations/fax/sinch.ts';
import type { TwilioConfig } from './integrations/sms/twilio.ts';

const text = z.string().trim().min(1).optional();

function isSafe(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
const vendorAddress = z.string().refine(isSafe, 'must be an https address');
const e164Number = z.string().regex(/^\+\d{8,15}$/, 'must be a number such as +16175550123');

/** What sends faxes, Direct messages and text messages. */
export const sendingEnvironment = {
  /** The Fax API of Sinch: project and access key; all three, or none: faxes are kept in the outbox. */
  FAX_PROJECT_ID: text,
  FAX_KEY_ID: text,
  FAX_KEY_SECRET: text,
  /** The number of faxes from where no facility has its own. */
  FAX_NUMBER: e164Number.optional(),
  FAX_API_URL: vendorAddress.default('https://fax.api.sinch.com'),
  FAX_NUMBERS_URL: vendorAddress.default('https://numbers.api.sinch.com'),
  /** The SMTP server of a HISP, which signs and encrypts Direct messages; absent: they are kept in the outbox. */
  DIRECT_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  /** The Direct address they come from, where the user has none. */
  DIRECT_FROM: z.email('must be an e-mail address').default('no-reply@direct.careloop.example'),
  /** Text messages by Twilio: account, token and number; all three, or none: they are kept in the outbox. */
  TWILIO_ACCOUNT_SID: text,
  TWILIO_AUTH_TOKEN: text,
  SMS_SENDER_NUMBER: e164Number.optional(),
  TWILIO_API_URL: vendorAddress.default('https://api.twilio.com'),
  ...ehrEnvironment,
};

const schema = z.object(sendingEnvironment);

export interface SendingSettings extends EhrSettings {
  fax: Omit<SinchFaxConfig, 'callbackUrl'> | undefined;
  directSmtpUrl: string | undefined;
  directFrom: string;
  twilio: Omit<TwilioConfig, 'statusUrl'> | undefined;
  /** The number that patients see and text; of the documentation where none is set. */
  smsSenderNumber: string;
}

export function sendingOf(values: z.output<typeof schema>): SendingSettings {
  return {
    fax: faxOf(values),
    directSmtpUrl: values.DIRECT_SMTP_URL,
    directFrom: values.DIRECT_FROM,
    twilio: twilioOf(values),
    smsSenderNumber: values.SMS_SENDER_NUMBER ?? '+16175550100',
    ...ehrOf(values),
  };
}

function faxOf(values: z.output<typeof schema>): SendingSettings['fax'] {
  const { FAX_PROJECT_ID: projectId, FAX_KEY_ID: keyId, FAX_KEY_SECRET: keySecret } = values;
  if (projectId === undefined && keyId === undefined && keySecret === undefined) return undefined;
  if (projectId === undefined || keyId === undefined || keySecret === undefined) {
    throw new ConfigError('FAX_PROJECT_ID, FAX_KEY_ID and FAX_KEY_SECRET must be set together');
  }
  return {
    projectId,
    keyId,
    keySecret,
    from: values.FAX_NUMBER,
    apiUrl: values.FAX_API_URL.replace(/\/+$/, ''),
    numbersUrl: values.FAX_NUMBERS_URL.replace(/\/+$/, ''),
  };
}

function twilioOf(values: z.output<typeof schema>): SendingSettings['twilio'] {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, SMS_SENDER_NUMBER: senderNumber } = values;
  if (accountSid === undefined && authToken === undefined) return undefined;
  if (accountSid === undefined || authToken === undefined || senderNumber === undefined) {
    throw new ConfigError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and SMS_SENDER_NUMBER must be set together');
  }
  return { accountSid, authToken, senderNumber, apiUrl: values.TWILIO_API_URL.replace(/\/+$/, '') };
}
