import { createPrivateKey } from 'node:crypto';

import { z } from 'zod';

import { ConfigError } from './configError.ts';
import { usesTls } from './loopback.ts';
import type { EhrConfig } from './vendorSettings.ts';

const text = z.string().trim().min(1).optional();

const address = z.string().refine(usesTls, 'must be an https address').optional();

/** Settings of a client's EMR, from which records are read and to which documents are added over FHIR R4. */
export const ehrEnvironment = {
  /** Base URL of its FHIR R4 interface; if absent, records are neither pulled nor pushed. */
  FHIR_BASE_URL: address,
  /** Display name of the client whose EMR it is; default: the first client. */
  FHIR_CLIENT_NAME: text,
  /** Name of the system that assigns its record numbers, as in `npm run import -- --source`; default: its base URL. */
  FHIR_SOURCE: z
    .string()
    .regex(/^[\w .:/-]{1,100}$/, 'must be letters, digits and .:/-_')
    .optional(),
  /** SMART Backend Services: the product's client id and private key (PEM); both, or none for an open server. */
  FHIR_CLIENT_ID: text,
  FHIR_PRIVATE_KEY: text,
  /** Id of that key in the key set registered with the EMR. */
  FHIR_KEY_ID: text,
  /** Token URL; default: from the EMR's .well-known/smart-configuration. */
  FHIR_TOKEN_URL: address,
  FHIR_SCOPE: z.string().default('system/*.read system/DocumentReference.write'),
};

const schema = z.object(ehrEnvironment);

export interface EhrSettings {
  /** Undefined if no client has an EMR. */
  ehr: (EhrConfig & { clientName: string | undefined }) | undefined;
}

export function ehrOf(values: z.output<typeof schema>): EhrSettings {
  const { FHIR_BASE_URL: base, FHIR_CLIENT_ID: clientId, FHIR_PRIVATE_KEY: privateKey } = values;
  if (base === undefined) {
    if ([values.FHIR_CLIENT_NAME, values.FHIR_SOURCE, clientId, privateKey].some((value) => value !== undefined)) {
      throw new ConfigError('FHIR_BASE_URL must be set with the other FHIR_ settings');
    }
    return { ehr: undefined };
  }
  if ((clientId === undefined) !== (privateKey === undefined)) {
    throw new ConfigError('FHIR_CLIENT_ID and FHIR_PRIVATE_KEY must be set together');
  }
  const baseUrl = base.replace(/\/+$/, '');
  return {
    ehr: {
      baseUrl,
      clientName: values.FHIR_CLIENT_NAME,
      source: values.FHIR_SOURCE ?? baseUrl.replace(/^https?:\/\//, '').slice(0, 100),
      authorization:
        clientId === undefined || privateKey === undefined
          ? undefined
          : {
              clientId,
              privateKey: readKey(privateKey),
              keyId: values.FHIR_KEY_ID,
              tokenUrl: values.FHIR_TOKEN_URL,
              scope: values.FHIR_SCOPE,
            },
    },
  };
}

/** In an env file, a PEM is one line with `\n` for line breaks. */
function readKey(pem: string) {
  try {
    return createPrivateKey(pem.replaceAll(String.raw`\n`, '\n'));
  } catch {
    throw new ConfigError('FHIR_PRIVATE_KEY must be a private key in PEM');
  }
}
