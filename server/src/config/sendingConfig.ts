import { z } from 'zod';

import { ConfigError } from './configError.ts';
import { ehrEnvironment, ehrOf } from './ehrConfig.ts';
import type { EhrSettings } from './ehrConfig.ts';
import { usesTls } from './loopback.ts';
import type { SinchFaxConfig, TwilioConfig } from './vendorSettings.ts';

const text = z.string().trim().min(1).optional();

const vendorAddress = z.string().refine(usesTls, 'must be an https address');
const e164Number = z.string().regex(/^\+\d{8,15}$/, 'must be a number such as +16175550123');

/** Settings for faxes, Direct messages and text messages. */
export const sendingEnvironment = {
  /** Sinch Fax API: project and access key, all three or none; if absent, faxes stay in the outbox. */
  FAX_PROJECT_ID: text,
  FAX_KEY_ID: text,
  FAX_KEY_SECRET: text,
  /** Default sender number for facilities without their own. */
  FAX_NUMBER: e164Number.optional(),
  FAX_API_URL: vendorAddress.default('https://fax.api.sinch.com'),
  FAX_NUMBERS_URL: vendorAddress.default('https://numbers.api.sinch.com'),
  /** SMTP server of a HISP, which signs and encrypts Direct messages; if absent, they stay in the outbox. */
  DIRECT_SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  /** Sender Direct address for users without their own. */
  DIRECT_FROM: z.email('must be an email address').default('no-reply@direct.careloop.example'),
  /** Twilio: account, token and number, all three or none; if absent, text messages stay in the outbox. */
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
  /** Number that patients see and reply to; the documentation's example number if not set. */
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
