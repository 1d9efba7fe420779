import { expect, test } from 'vitest';

import { ConfigError } from './configError.ts';
import { readConfig } from './config.ts';

test('the defaults suit a laptop', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    role: 'all',
    fillDemo: true,
    smtpUrl: undefined,
  });
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}));
});

test('an external database is not filled with demo data unless DEMO is set', () => {
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
  ['METRICS_TOKEN', 'two words'],
  ['LOG_LEVEL', 'loud'],
  ['SMTP_URL', 'mail.example'],
  ['OIDC_ISSUER', 'contoso'],
  ['OIDC_ISSUER', 'http://login.contoso.example'],
  ['OIDC_IDENTITY_TYPE', 'facebook'],
  ['OIDC_CLIENT_ID and OIDC_CLIENT_SECRET', { OIDC_ISSUER: 'https://login.contoso.example' }],
  ['OIDC_ISSUER', { OIDC_CLIENT_ID: 'careloop', OIDC_CLIENT_SECRET: 'secret' }],
  ['USPS_CLIENT_ID and USPS_CLIENT_SECRET', { USPS_CLIENT_ID: 'key' }],
  ['POWERBI_TENANT_ID, POWERBI_CLIENT_ID and POWERBI_CLIENT_SECRET', { POWERBI_CLIENT_ID: 'careloop' }],
  [
    'POWERBI_GENERAL_WORKSPACE_ID or POWERBI_INTERNAL_WORKSPACE_ID',
    { POWERBI_TENANT_ID: 'contoso', POWERBI_CLIENT_ID: 'careloop', POWERBI_CLIENT_SECRET: 'secret' },
  ],
  ['POWERBI_GENERAL_WORKSPACE_ID', 'sales'],
  ['S3_BUCKET', { S3_ENDPOINT: 'https://s3.example' }],
  ['S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY', { S3_BUCKET: 'charts', S3_ACCESS_KEY_ID: 'a' }],
  ['S3_ENDPOINT', { S3_BUCKET: 'charts', S3_ENDPOINT: 's3.example' }],
  ['S3_PREFIX', { S3_BUCKET: 'charts', S3_PREFIX: '/careloop' }],
  ['DOCUMENT_KEYS', 'abc'],
  ['DOCUMENT_KEYS', `one:${'A'.repeat(43)}=,one:${'B'.repeat(43)}=`],
  ['DOCUMENT_KEYS', 'one:c2hvcnQ='],
  ['PORTAL_TYPE', 'admin'],
  ['OIDC_ISSUER and OIDC_CLIENT_ID and OIDC_CLIENT_SECRET', { PORTAL_TYPE: 'sso' }],
])('%s=%j stops the start and is named', (name, value) => {
  const env = typeof value === 'string' ? { [name]: value } : value;
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(new RegExp(`^${name} [^\\n;]+$`));
});

test('single sign-on has a default label, and may use a local issuer without TLS', () => {
  const env = { OIDC_CLIENT_ID: 'careloop', OIDC_CLIENT_SECRET: 'secret' };
  expect(readConfig({ ...env, OIDC_ISSUER: 'https://login.contoso.example/v2' }).singleSignOn).toMatchObject({
    identityType: 'openid_connect',
    label: 'Sign in with login.contoso.example',
  });
  for (const host of ['127.0.0.1:4000', 'localhost', '[::1]:4000']) {
    const given = { ...env, OIDC_ISSUER: `http://${host}`, OIDC_LABEL: 'Sign in with Contoso', PORTAL_TYPE: 'sso' };
    expect(readConfig(given)).toMatchObject({ portalType: 'sso', singleSignOn: { label: 'Sign in with Contoso' } });
  }
});

test('the settings of a fax or text message service must be set together', () => {
  expect(() => readConfig({ FAX_KEY_ID: 'key' })).toThrow('FAX_PROJECT_ID, FAX_KEY_ID and FAX_KEY_SECRET');
  expect(() => readConfig({ TWILIO_AUTH_TOKEN: 'token' })).toThrow('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and');
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'token', SMS_SENDER_NUMBER: '+16175550100' };
  expect(readConfig(twilio).twilio).toMatchObject({ accountSid: 'AC1', senderNumber: '+16175550100' });
});
