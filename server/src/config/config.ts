import { isAbsolute, join, resolve } from 'node:path';

import { loginIdentityTypes } from '@careloop/contracts/codes';
import type { LoginIdentityType } from '@careloop/contracts/codes';
import { z } from 'zod';

import { ConfigError } from './configError.ts';
import { usesTls } from './loopback.ts';
import { sendingEnvironment, sendingOf } from './sendingConfig.ts';
import type { SendingSettings } from './sendingConfig.ts';
import { parseMasterKeys } from './masterKeys.ts';
import type { MasterKeys } from './masterKeys.ts';
import type { S3Config, PowerBiConfig } from './vendorSettings.ts';

/** Empty counts as absent, so that `PORT=` in an env file means the default. */
const text = z.string().trim().min(1).optional();
const workspace = z.uuid('must be the id of a workspace').optional();
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Every environment variable of the product, with its meaning and default. */
const environment = z.object({
  /** Port of the HTTP server. */
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  /** Address the HTTP server listens on. */
  HOST: z.string().default('127.0.0.1'),
  /** PostgreSQL 15 or newer; if absent, an embedded one in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  /** Folder of all local data. */
  DATA_DIR: z.string().default('.data'),
  /** Whether an empty database is filled with the demo organization; default 1 if embedded, otherwise 0. */
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  /** What this process does. */
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  /** Proxies whose forwarded headers are trusted: a comma-separated list of addresses or networks. */
  TRUST_PROXY: z.string().default('loopback'),
  /** Bearer token for /metrics; if absent, only this machine can read it. */
  METRICS_TOKEN: z.string().regex(/^\S+$/, 'must be without blanks').optional(),
  /** Public URL of the portal, if it differs from HOST and PORT. */
  PUBLIC_URL: webAddress.optional(),
  /** HMAC key of the stored session token digests; if absent, generated and stored in DATA_DIR. */
  SESSION_SECRET: z.string().min(32, 'must have 32 characters at least').optional(),
  PRODUCT_NAME: z.string().default('Careloop'),
  /** Name of this installation on the screen and in the session cookie. */
  ENVIRONMENT_NAME: text,
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  /** How users sign in: provider asks for a password, sso goes directly to single sign-on. */
  PORTAL_TYPE: z.enum(['provider', 'sso'], 'must be provider or sso').default('provider'),
  /** OpenID Connect: issuer and client credentials for single sign-on. All three, or none. */
  OIDC_ISSUER: z.string().refine(usesTls, 'must be an https address').optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  /** Label of the single sign-on button; if absent, "Sign in with" and the issuer's host. */
  OIDC_LABEL: text,
  /** Type of the identities it provides. */
  OIDC_IDENTITY_TYPE: z.enum(loginIdentityTypes, `must be ${loginIdentityTypes.join(', ')}`).default('openid_connect'),
  /** Maximum database connections of this process. */
  DATABASE_CONNECTIONS: z.coerce.number('must be a number').int().min(2).max(200).default(16),
  /**
   * Milliseconds a request waits for the database before it returns 503. A job's statement is canceled after 30 seconds;
   * imports, migrations and backups have no time limit.
   */
  DATABASE_TIMEOUT_MS: z.coerce.number('must be a number').int().min(300).max(60_000).default(4_500),
  /** Searches beyond a user's own patients, per user and hour, with the other calls that answer beyond their access. */
  LOOKUPS_PER_HOUR: z.coerce.number('must be a number').int().min(1).default(300),
  /** Megabytes that one user may upload in 24 hours. */
  UPLOAD_MEGABYTES_PER_DAY: z.coerce.number('must be a number').int().min(1).default(20_000),
  /** SMTP server for email, with TLS unless it is on this machine; if absent, email stays in the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  /** Sender of the product's email. */
  MAIL_FROM: z.email('must be an email address').default('no-reply@careloop.example'),
  /** Recipient of support requests. */
  SUPPORT_EMAIL: z.email('must be an email address').default('support@careloop.example'),
  /** The support portal in the help menu; if absent, it is the product's own help pages. */
  SUPPORT_PORTAL_URL: webAddress.optional(),
  /** Address of the file with the site alert; if absent, administrators set it in the product. */
  SITE_ALERT_URL: webAddress.optional(),
  /** 1 opens a new realtime connection whenever a session's token was refreshed. */
  REALTIME_RECONNECT_ON_REFRESH: z.enum(['0', '1'], 'must be 0 or 1').default('0'),
  /** Cluster name, shown under application details. */
  CLUSTER_NAME: z.string().max(100).optional(),
  /** Folder of print logos, named by subdomain: mercy.svg, default.svg; if absent, the product's own logo. */
  LOGO_DIR: text,
  /** S3 bucket for documents, at Amazon or any compatible service; if absent, documents are in DATA_DIR. */
  S3_BUCKET: text,
  S3_REGION: z.string().default('us-east-1'),
  /** Endpoint of a service other than Amazon's. */
  S3_ENDPOINT: webAddress.optional(),
  /** Credentials: both, or none if the machine's role has access. */
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** Prefix of each document's name in the bucket, such as careloop/. */
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/$/, 'must end with / and not begin with it')
    .optional(),
  /** Master keys of documents, comma-separated `id:key`; the first encrypts, all decrypt. If absent, not encrypted. */
  DOCUMENT_KEYS: z
    .string()
    .transform(parseMasterKeys)
    .refine((keys) => keys !== null, 'must be id:key,id:key with each id once and keys of 32 bytes in base64')
    .optional(),
  /** ClamAV's daemon, which scans every uploaded file; if absent, only the built-in checks. */
  CLAMAV_HOST: text,
  CLAMAV_PORT: z.coerce.number('must be a port number').int().min(1).max(65_535).default(3310),
  /** Credentials of the USPS Addresses API, both or none; if absent, the built-in standardizer is used. */
  USPS_CLIENT_ID: text,
  USPS_CLIENT_SECRET: text,
  USPS_API_URL: z.string().refine(usesTls, 'must be an https address').default('https://apis.usps.com'),
  /** Power BI: a service principal, and the workspaces whose reports are shown. If absent, no Power BI reports. */
  POWERBI_TENANT_ID: text,
  POWERBI_CLIENT_ID: text,
  POWERBI_CLIENT_SECRET: text,
  POWERBI_GENERAL_WORKSPACE_ID: workspace,
  POWERBI_INTERNAL_WORKSPACE_ID: workspace,
  /** Role for reports with row-level security. */
  POWERBI_ROLE: text,
  /** Addresses of the service, which differ in government clouds. */
  POWERBI_API_URL: z.string().refine(usesTls, 'must be an https address').default('https://api.powerbi.com'),
  POWERBI_LOGIN_URL: z
    .string()
    .refine(usesTls, 'must be an https address')
    .default('https://login.microsoftonline.com'),
  POWERBI_EMBED_URL: z.string().refine(usesTls, 'must be an https address').default('https://app.powerbi.com'),
  POWERBI_SCOPE: z.string().default('https://analysis.windows.net/powerbi/api/.default'),
  ...sendingEnvironment,
});

export interface SingleSignOnConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  identityType: LoginIdentityType;
  /** Label of its button. */
  label: string;
}

export interface UspsConfig {
  apiUrl: string;
  clientId: string;
  clientSecret: string;
}

export interface Config extends SendingSettings {
  port: number;
  host: string;
  databaseUrl: string | undefined;
  databaseConnections: number;
  databaseTimeoutMs: number;
  lookupsPerHour: number;
  uploadMegabytesPerDay: number;
  dataDir: string;
  fillDemo: boolean;
  role: 'all' | 'web' | 'worker';
  publicUrl: string | undefined;
  trustProxy: string;
  metricsToken: string | undefined;
  sessionSecret: string | undefined;
  productName: string;
  environmentName: string | undefined;
  portalType: 'provider' | 'sso';
  singleSignOn: SingleSignOnConfig | undefined;
  logLevel: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  supportEmail: string;
  supportPortalUrl: string | undefined;
  siteAlertUrl: string | undefined;
  realtimeReconnectsOnRefresh: boolean;
  clusterName: string | undefined;
  logoDir: string | undefined;
  /** Storage of documents; if undefined, in DATA_DIR. */
  s3: S3Config | undefined;
  /** Null if documents are not encrypted. */
  documentKeys: MasterKeys | null;
  clamav: { host: string; port: number } | undefined;
  usps: UspsConfig | undefined;
  powerBi: PowerBiConfig | undefined;
}

/**
 * Reads the environment once. A relative DATA_DIR is resolved against the working directory.
 * @param options.keepsSessions false for commands, which need no secret
 * @throws ConfigError naming the invalid or missing variables
 */
export function readConfig(env: NodeJS.ProcessEnv, { keepsSessions = true } = {}): Config {
  const known = Object.keys(environment.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]);
  const parsed = environment.safeParse(Object.fromEntries(known));
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; '));
  }
  const values = parsed.data;
  if (keepsSessions && values.DATABASE_URL !== undefined && values.SESSION_SECRET === undefined) {
    throw new ConfigError('SESSION_SECRET is required with DATABASE_URL: every process must hold the same one');
  }
  if (keepsSessions && values.ROLE === 'worker' && values.PUBLIC_URL === undefined) {
    throw new ConfigError('PUBLIC_URL is required with ROLE=worker: the links in messages lead there');
  }
  return {
    port: values.PORT,
    host: values.HOST,
    databaseUrl: values.DATABASE_URL,
    databaseConnections: values.DATABASE_CONNECTIONS,
    databaseTimeoutMs: values.DATABASE_TIMEOUT_MS,
    lookupsPerHour: values.LOOKUPS_PER_HOUR,
    uploadMegabytesPerDay: values.UPLOAD_MEGABYTES_PER_DAY,
    dataDir: isAbsolute(values.DATA_DIR) ? values.DATA_DIR : resolve(join(process.cwd(), values.DATA_DIR)),
    fillDemo: values.DEMO === undefined ? values.DATABASE_URL === undefined : values.DEMO === '1',
    role: values.ROLE,
    publicUrl: values.PUBLIC_URL,
    trustProxy: values.TRUST_PROXY,
    metricsToken: values.METRICS_TOKEN,
    sessionSecret: values.SESSION_SECRET,
    productName: values.PRODUCT_NAME,
    environmentName: values.ENVIRONMENT_NAME,
    portalType: values.PORTAL_TYPE,
    singleSignOn: singleSignOnOf(values),
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    supportEmail: values.SUPPORT_EMAIL,
    supportPortalUrl: values.SUPPORT_PORTAL_URL,
    siteAlertUrl: values.SITE_ALERT_URL,
    realtimeReconnectsOnRefresh: values.REALTIME_RECONNECT_ON_REFRESH === '1',
    clusterName: values.CLUSTER_NAME,
    logoDir: values.LOGO_DIR,
    s3: s3Of(values),
    documentKeys: values.DOCUMENT_KEYS ?? null,
    clamav: values.CLAMAV_HOST === undefined ? undefined : { host: values.CLAMAV_HOST, port: values.CLAMAV_PORT },
    usps: uspsOf(values),
    powerBi: powerBiOf(values),
    ...sendingOf(values),
  };
}

function s3Of(values: z.output<typeof environment>): S3Config | undefined {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values;
  if (bucket === undefined) {
    if ([values.S3_ENDPOINT, values.S3_PREFIX, accessKeyId, secretAccessKey].every((value) => value === undefined)) {
      return undefined;
    }
    throw new ConfigError('S3_BUCKET must be set with the other S3_ settings');
  }
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new ConfigError('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
  }
  return {
    bucket,
    region: values.S3_REGION,
    endpoint: values.S3_ENDPOINT,
    prefix: values.S3_PREFIX ?? '',
    credentials:
      accessKeyId !== undefined && secretAccessKey !== undefined ? { accessKeyId, secretAccessKey } : undefined,
  };
}

function uspsOf(values: z.output<typeof environment>): UspsConfig | undefined {
  const { USPS_CLIENT_ID: clientId, USPS_CLIENT_SECRET: clientSecret } = values;
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined || clientSecret === undefined) {
    throw new ConfigError('USPS_CLIENT_ID and USPS_CLIENT_SECRET must be set together');
  }
  return { apiUrl: values.USPS_API_URL.replace(/\/+$/, ''), clientId, clientSecret };
}

function powerBiOf(values: z.output<typeof environment>): PowerBiConfig | undefined {
  const { POWERBI_TENANT_ID: tenantId, POWERBI_CLIENT_ID: clientId, POWERBI_CLIENT_SECRET: clientSecret } = values;
  const { POWERBI_GENERAL_WORKSPACE_ID: general, POWERBI_INTERNAL_WORKSPACE_ID: internal } = values;
  const given = [tenantId, clientId, clientSecret, general ?? internal];
  if (given.every((value) => value === undefined)) return undefined;
  if (tenantId === undefined || clientId === undefined || clientSecret === undefined) {
    throw new ConfigError('POWERBI_TENANT_ID, POWERBI_CLIENT_ID and POWERBI_CLIENT_SECRET must be set together');
  }
  if (general === undefined && internal === undefined) {
    throw new ConfigError('POWERBI_GENERAL_WORKSPACE_ID or POWERBI_INTERNAL_WORKSPACE_ID must be set with the others');
  }
  return {
    tenantId,
    clientId,
    clientSecret,
    workspaces: { ...(general !== undefined && { general }), ...(internal !== undefined && { internal }) },
    role: values.POWERBI_ROLE,
    apiUrl: values.POWERBI_API_URL.replace(/\/+$/, ''),
    loginUrl: values.POWERBI_LOGIN_URL.replace(/\/+$/, ''),
    scope: values.POWERBI_SCOPE,
    embedOrigin: new URL(values.POWERBI_EMBED_URL).origin,
  };
}

function singleSignOnOf(values: z.output<typeof environment>): SingleSignOnConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer !== undefined && clientId !== undefined && clientSecret !== undefined) {
    const label = values.OIDC_LABEL ?? `Sign in with ${new URL(issuer).host}`;
    return { issuer, clientId, clientSecret, identityType: values.OIDC_IDENTITY_TYPE, label };
  }
  const missing = Object.entries({ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (values.PORTAL_TYPE === 'sso') throw new ConfigError(`${missing.join(' and ')} must be set with PORTAL_TYPE=sso`);
  if (missing.length < 3) throw new ConfigError(`${missing.join(' and ')} must be set with the other OIDC_ settings`);
  return undefined;
}
