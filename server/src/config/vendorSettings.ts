import type { KeyObject } from 'node:crypto';

import type { PowerBiKind } from '@careloop/contracts/reports/powerBi';

// Settings of the vendors, as read from the environment.

export interface S3Config {
  bucket: string;
  region: string;
  /** Endpoint of a service other than Amazon's. */
  endpoint: string | undefined;
  /** Prefix of each file name, such as `careloop/`. */
  prefix: string;
  /** If absent, the AWS SDK's default chain is used, such as the machine's role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
}

export interface PowerBiConfig {
  tenantId: string;
  clientId: string;
  clientSecret: string;
  workspaces: Partial<Record<PowerBiKind, string>>;
  role: string | undefined;
  apiUrl: string;
  loginUrl: string;
  scope: string;
  /** Origin of the embedded report pages. */
  embedOrigin: string;
}

export interface EhrAuthorization {
  clientId: string;
  privateKey: KeyObject;
  keyId: string | undefined;
  tokenUrl: string | undefined;
  scope: string;
}

export interface EhrConfig {
  /** Without a trailing slash. */
  baseUrl: string;
  source: string;
  /** Undefined for a server that requires none. */
  authorization: EhrAuthorization | undefined;
}

export interface SinchFaxConfig {
  /** https://fax.api.sinch.com */
  apiUrl: string;
  /** https://numbers.api.sinch.com */
  numbersUrl: string;
  projectId: string;
  keyId: string;
  keySecret: string;
  /** Default sender number; if undefined, the service uses the project's default. */
  from: string | undefined;
  /** Webhook URL for the outcome of an attempt; undefined if this product has no public URL. */
  callbackUrl?: ((reference: string) => string) | undefined;
}

export interface TwilioConfig {
  /** https://api.twilio.com */
  apiUrl: string;
  accountSid: string;
  authToken: string;
  /** Sender number in E.164. */
  senderNumber: string;
  /** Webhook URL for status reports; undefined if this product has no public URL. */
  statusUrl?: string | undefined;
}
