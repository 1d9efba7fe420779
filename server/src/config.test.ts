import { expect, test } from 'vitest';

import { ConfigError, readConfig } from './config.ts';

test('nothing set means a laptop', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    fillDemo: true,
    smtpUrl: undefined,
  });
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('a given database is not filled with the demo unless that is asked for', () => {
  const env = { DATABASE_URL: 'postgres://db/careloop', SESSION_SECRET: 'x'.repeat(32) };
  expect(readConfig(env).fillDemo).toBe(false);
  expect(readConfig({ ...env, DEMO: '1' }).fillDemo).toBe(true);
});

test.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['DATABASE_URL', 'mysql://db/careloop'],
  ['DEMO', 'yes'],
  ['ROLE', 'everything'],
  ['PUBLIC_URL', 'careloop.example'],
  ['SESSION_SECRET', 'short'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'mail.example'],
])('%s=%s stops the start and is named', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(ConfigError);
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} `));
});
