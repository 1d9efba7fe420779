import { createHmac, timingSafeEqual } from 'node:crypto';

/** Token in a webhook URL, which proves that the caller got the URL from us. */
export function webhookToken(sessionSecret: string, reference: string): string {
  return createHmac('sha256', sessionSecret).update(`webhook:${reference}`).digest('base64url');
}

export function isWebhookToken(sessionSecret: string, reference: string, token: string): boolean {
  const expected = Buffer.from(webhookToken(sessionSecret, reference));
  const given = Buffer.from(token);
  return expected.length === given.length && timingSafeEqual(expected, given);
}
