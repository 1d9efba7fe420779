import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { sample } from '../../../../test/samples.ts';
import { optOutWord } from './optOut.ts';
import { isSignedByTwilio } from './twilio.ts';

interface Vectors {
  authToken: string;
  vectors: {
    name: string;
    requestUrl: string;
    params: Record<string, string | string[]>;
    signature?: string;
    valid: boolean;
  }[];
}

const path = sample('reference', 'twilio_signature_vectors.json');

test.skipIf(path === undefined)('signatures are verified as Twilio creates them', () => {
  const { authToken, vectors } = JSON.parse(readFileSync(path ?? '', 'utf8')) as Vectors;
  const checked = vectors.map(({ requestUrl, params, signature }) =>
    isSignedByTwilio(authToken, requestUrl, params, signature ?? ''),
  );
  expect(checked).toEqual(vectors.map(({ valid }) => valid));
});

describe('a reply', () => {
  test.each(['STOP', 'stop', ' Stop. ', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'])(
    '%s opts out',
    (text) => expect(optOutWord(text)?.isOptedOut).toBe(true),
  );
  test.each(['RESUME', 'Start', 'UNSTOP', 'yes'])('%s opts in again', (text) =>
    expect(optOutWord(text)?.isOptedOut).toBe(false),
  );
  test.each(['Please stop by at 9', 'thanks', ''])('%j is an ordinary message', (text) =>
    expect(optOutWord(text)).toBeNull(),
  );
});
