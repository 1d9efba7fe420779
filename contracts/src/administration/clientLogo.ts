import { z } from 'zod';
import { allOf, signedIn } from '../access.ts';
import { get, nothing, picture, post } from '../endpoint.ts';
import { id, queryId, queryInteger, version } from '../fields.ts';
import { formatTexts } from '../fields/formats.ts';

// The logo of a client on printed pages (docs/domain/administration.md#clients).

export const clientLogoLimits = {
  /** Of the uploaded file. In base64 it fits into the 1 MiB of a call. */
  bytes: 750_000,
  /** Pixels of the uploaded picture. */
  side: 2_000,
} as const;

export const clientLogoTexts = {
  required: 'Choose a picture',
  unreadable: 'This file is not a picture that can be read. Choose another one.',
  tooLarge: formatTexts.imageTooLarge(clientLogoLimits.bytes / 1_000_000),
  tooManyPixels: `The picture must not be larger than ${clientLogoLimits.side} × ${clientLogoLimits.side} pixels`,
  busy: 'The picture could not be checked now. Try again.',
  notFound: 'This client has no logo.',
  changed: 'This logo has changed since you opened it.',
} as const;

export const clientLogo = z.object({
  clientId: id,
  displayName: z.string(),
  /** False after the logo was removed, too. */
  isSet: z.boolean(),
  /** Null if the client never had a logo. */
  version: version.nullable(),
});
export type ClientLogo = z.infer<typeof clientLogo>;

export const listClientLogos = get('/clients/logos', {
  summary: "Lists the user's own clients with the versions of their logos, by name.",
  access: signedIn,
  audit: 'none',
  input: nothing,
  output: z.object({ items: z.array(clientLogo) }),
});

export const getClientLogo = picture('/clients/:clientId/logo', 'image/jpeg', {
  summary: "Returns the logo of one of the user's own clients.",
  access: signedIn,
  audit: 'none',
  input: z.object({
    clientId: queryId,
    /** Distinguishes the addresses of versions; the answer is always the present logo. */
    version: queryInteger({ min: 0, max: 2_147_483_647, fallback: 0 }),
  }),
});

/** The form: the file the user has chosen. */
export const clientLogoForm = z.object({
  picture: z
    .instanceof(File)
    .nullable()
    .refine((one) => one !== null, clientLogoTexts.required),
});

const mostCharacters = Math.ceil(clientLogoLimits.bytes / 3) * 4;

export const saveClientLogo = post('/clients/logo/save', {
  summary: 'Replaces the logo of a client, or removes it.',
  access: allOf('ManageSite'),
  authorization: 'policy',
  makesStale: [listClientLogos],
  input: z.object({
    clientId: id,
    /** The file in base64: a JPEG, PNG or WebP picture. Null removes the logo. */
    picture: z
      .string()
      .min(1, clientLogoTexts.required)
      .max(mostCharacters, clientLogoTexts.tooLarge)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, clientLogoTexts.unreadable)
      .nullable(),
    /** Left out if the client never had a logo. */
    version: version.optional(),
  }),
  output: z.object({ version }),
});
