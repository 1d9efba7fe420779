import { expect, test } from 'vitest';

import { deviceOf } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Unknown browser on Windows'],
  ['curl/8.9.1', 'Unknown device'],
  ['<script>alert(1)</script>/1 (nothing)', 'Unknown device'],
  ['x'.repeat(300), 'Unknown device'],
  [' ', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, words) => {
  expect(deviceOf(userAgent)).toBe(words);
});
