import { randomUUID } from 'node:crypto';

import type { PlannedRequest } from '../lines/line.ts';
import { findContradiction } from './facts.ts';
import type { HttpAnswer } from './httpConnection.ts';

/** A request as text: complete, or the parts before and after its idempotency key. */
export type Written = readonly [string] | readonly [string, string];

export function write({ method, path, token, body, isCreate }: PlannedRequest, port: number): Written {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `authorization: Bearer ${token}`];
  if (text !== '') head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  const lines = head.join('\r\n');
  if (isCreate !== true) return [`${lines}\r\n\r\n${text}`];
  return [`${lines}\r\nidempotency-key: `, `\r\n\r\n${text}`];
}

/** Returns the text to send, with a new idempotency key each time. */
export function textOf([before, after]: Written): string {
  return after === undefined ? before : before + randomUUID() + after;
}

const succeeded = '{"wasSuccessful":true';

/**
 * Returns the error in a response, or null. Every response must report success; a thorough check also parses it and
 * compares its content.
 */
export function check({ status, body }: HttpAnswer, { facts }: PlannedRequest, isThorough: boolean): string | null {
  if (status !== 200 || body.toString('latin1', 0, succeeded.length) !== succeeded) {
    return `${status} ${body.toString().slice(0, 300)}`;
  }
  return isThorough ? findContradiction(JSON.parse(body.toString()), facts) : null;
}

/** The id of the created referral, or the sender's id of the created message. */
export function idOf({ body }: HttpAnswer): number {
  return Number(/"(?:referralId|userMessageId)":(\d+)/.exec(body.toString('latin1'))?.[1]);
}
