import { isAbsolute, join, resolve } from 'node:path';

import { loginIdentityTypes } from '@careloop/contracts/codes';
import type { LoginIdentityType } from '@careloop/contracts/codes';
import { z } from 'zod';

import { ConfigError } from './configError.ts';
import { isLoopback } from './http/loopback.ts';
import type { PowerBiConfig } from './integrations/power-bi/powerBiRest.ts';
import { sendingEnvironment, sendingOf } from './sendingConfig.ts';
import type { SendingSettings } from './sendingConfig.ts';
import { parseMasterKeys } from './storage/masterKeys.ts';
import type { MasterKeys } from './storage/masterKeys.ts';
import type { S3Config } from './storage/s3Blobs.ts';

/** Empty counts as absent, so that `PORT=` in an env file means the default. */
const text = z.string().trim().min(1).optional();
const workspace = z.uuid('must be the id of a workspace').optional();
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** A provider's word is taken over TLS only, but for one on this machine. */
function isIssuer(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Every environment variable the product reads, each with its meaning and default. */
const environment = z.object({
  /** Port of the HTTP server. */
  PORT: z.coerce.number('must be a port number').int().min(0).max(65_535).default(3000),
  /** Address the HTTP server listens on. */
  HOST: z.string().default('127.0.0.1'),
  /** A PostgreSQL 15 or newer; absent: an embedded one in DATA_DIR. */
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  /** Folder of everything kept on this machine. */
  DATA_DIR: z.string().default('.data'),
  /** Whether an empty database is filled with the demo organisation; default 1 when embedded, else 0. */
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  /** What this process does. */
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  /** Proxies in front whose word on addresses and TLS is taken: a comma-separated list of addresses or networks. */
  TRUST_PROXY: z.string().default('loopback'),
  /** Opens /metrics to whoever carries it as a bearer token; without it, to the machine itself alone. */
  METRICS_TOKEN: z.string().regex(/^\S+$/, 'must be without blanks').optional(),
  /** The address people use, where it differs from HOST and PORT. */
  PUBLIC_URL: webAddress.optional(),
  /** Key of the session tokens' digests; absent: generated and kept in DATA_DIR. */
  SESSION_SECRET: z.string().min(32, 'must have 32 characters at least').optional(),
  PRODUCT_NAME: z.string().default('Careloop'),
  /** Names this installation on the screen and in the session cookie. */
  ENVIRONMENT_NAME: text,
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be fatal, error, warn, info, debug, trace or silent',
    )
    .default('info'),
  /** How people sign in: provider asks for a password, sso sends them to single sign-on at once. */
  PORTAL_TYPE: z.enum(['provider', 'sso'], 'must be provider or sso').default('provider'),
  /** OpenID Connect: the provider that single sign-on asks, and what it knows this product as. All three, or none. */
  OIDC_ISSUER: z.string().refine(isIssuer, 'must be an https address').optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  /** The words of its button; absent: "Sign in with" and the issuer's host. */
  OIDC_LABEL: text,
  /** What kind of identity it vouches for. */
  OIDC_IDENTITY_TYPE: z.enum(loginIdentityTypes, `must be ${loginIdentityTypes.join(', ')}`).default('openid_connect'),
  /** Connections of this process to the database. */
  DATABASE_CONNECTIONS: z.coerce.number('must be a number').int().min(2).max(200).default(16),
  /**
   * How long a request waits for the database, in milliseconds, before it answers 503. Jobs, imports, migrations and
   * backups have no such limit.
   */
  DATABASE_TIMEOUT_MS: z.coerce.number('must be a number').int().min(300).max(60_000).default(4_500),
  /** An SMTP server for e-mail, spoken to by TLS unless it is this machine; absent: e-mail is kept in the outbox. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' }).optional(),
  /** Sender of the product's e-mail. */
  MAIL_FROM: z.email('must be an e-mail address').default('no-reply@careloop.example'),
  /** Who gets support requests by e-mail. */
  SUPPORT_EMAIL: z.email('must be an e-mail address').default('support@careloop.example'),
  /** Where the help menu leads besides the support request; absent: it does not offer it. */
  SUPPORT_PORTAL_URL: webAddress.optional(),
  /** Names this installation among several; shown under application details. */
  CLUSTER_NAME: z.string().max(100).optional(),
  /** A folder of logos for paper, named by subdomain: mercy.svg, default.svg; absent: the product's own logo. */
  LOGO_DIR: text,
  /** A bucket for documents, of Amazon or any other service that speaks S3; absent: documents are in DATA_DIR. */
  S3_BUCKET: text,
  S3_REGION: z.string().default('us-east-1'),
  /** Address of a service other than Amazon's. */
  S3_ENDPOINT: webAddress.optional(),
  /** Credentials: both, or none where the machine's role has access. */
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  /** Before the name of each document in the bucket, such as careloop/. */
  S3_PREFIX: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*\/$/, 'must end with / and not begin with it')
    .optional(),
  /** Master keys of documents, `id:key` separated by commas; the first encrypts, all decrypt. Absent: not encrypted. */
  DOCUMENT_KEYS: z
    .string()
    .transform(parseMasterKeys)
    .refine((keys) => keys !== null, 'must be id:key,id:key with each id once and keys of 32 bytes in base64')
    .optional(),
  /** ClamAV's daemon, which scans every file that comes; absent: only our own checks. */
  CLAMAV_HOST: text,
  CLAMAV_PORT: z.coerce.number('must be a port number').int().min(1).max(65_535).default(3310),
  /** The Addresses API of the Postal Service: its credentials, both or none; absent: the built-in standardizer. */
  USPS_CLIENT_ID: text,
  USPS_CLIENT_SECRET: text,
  USPS_API_URL: z.string().refine(isIssuer, 'must be an https address').default('https://apis.usps.com'),
  /** Reports of Power BI: a service principal, and the workspaces whose reports are shown. Absent: no such reports. */
  POWERBI_TENANT_ID: text,
  POWERBI_CLIENT_ID: text,
  POWERBI_CLIENT_SECRET: text,
  POWERBI_GENERAL_WORKSPACE_ID: workspace,
  POWERBI_INTERNAL_WORKSPACE_ID: workspace,
  /** The role of reports that narrow their rows to the user. */
  POWERBI_ROLE: text,
  /** Other addresses of that service: the clouds of governments have their own. */
  POWERBI_API_URL: z.string().refine(isIssuer, 'must be an https address').default('https://api.powerbi.com'),
  POWERBI_LOGIN_URL: z
    .string()
    .refine(isIssuer, 'must be an https address')
    .default('https://login.microsoftonline.com'),
  POWERBI_EMBED_URL: z.string().refine(isIssuer, 'must be an https address').default('https://app.powerbi.com'),
  POWERBI_SCOPE: z.string().default('https://analysis.windows.net/powerbi/api/.default'),
  ...sendingEnvironment,
});

export interface SingleSignOnConfig {
  issuer: string;
  clientId: string;
  clientSecret: string;
  identityType: LoginIdentityType;
  /** The words of its button. */
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
  clusterName: string | undefined;
  logoDir: string | undefined;
  /** Where documents are kept; undefined: in DATA_DIR. */
  s3: S3Config | undefined;
  /** Null: documents are not encrypted. */
  documentKeys: MasterKeys | null;
  clamav: { host: string; port: number } | undefined;
  usps: UspsConfig | undefined;
  powerBi: PowerBiConfig | undefined;
}

/**
 * Reads the environment once. Relative DATA_DIRs count from the working directory.
 * @param options.keepsSessions false for commands, which need no secret
 * @throws ConfigError naming the variables that are wrong or missing
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
