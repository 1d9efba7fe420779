import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryId } from '../fields.ts';

// Browsing the directory by kind, specialty and town (docs/domain/directory.md#browsing).

export const directoryKinds = ['organizations', 'practitioners'] as const;
export type DirectoryKind = (typeof directoryKinds)[number];
export const directoryKindLabels: Readonly<Record<DirectoryKind, string>> = {
  organizations: 'Organizations',
  practitioners: 'Practitioners',
};

export const directoryUsers = ['users', 'nonUsers'] as const;
export type DirectoryUsers = (typeof directoryUsers)[number];
export const directoryUsersLabels: Readonly<Record<DirectoryUsers, string>> = {
  users: 'Users',
  nonUsers: 'Non-Users',
};

export const browseLimits = { page: 50, towns: 20, town: 60 } as const;

/** A practitioner or an organization. */
export const directoryEntry = z.object({
  healthcareProviderId: id.nullable(),
  healthcareOrganizationId: id.nullable(),
  /** "Last, First" of a practitioner. */
  name: z.string(),
  degree: z.string().nullable(),
  specialty: z.string().nullable(),
  /** Of a practitioner: the organization. */
  organizationName: z.string().nullable(),
  npiNumber: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  phone: z.string().nullable(),
  /** Whether the practitioner has an active account. */
  isUser: z.boolean(),
});
export type DirectoryEntry = z.infer<typeof directoryEntry>;

/** "City, ST", with single spaces. */
const town = z
  .string()
  .max(browseLimits.town)
  .transform((value) => value.trim().replaceAll(/\s+/g, ' '));

export const browseDirectory = get('/providers/directory', {
  summary:
    'Lists the practitioners and organizations of the directory by name. Organizations have no specialty and are never users.',
  access: signedIn,
  audit: 'none',
  input: z.object({
    kind: z.enum(directoryKinds).optional(),
    users: z.enum(directoryUsers).optional(),
    healthcareProviderSpecialtyId: queryId.optional(),
    town: town.optional(),
    /** The beginning of the name. */
    searchTerm: z.string().trim().max(100).default(''),
    cursor: z.string().optional(),
  }),
  output: z.object({ items: z.array(directoryEntry), nextCursor: z.string().nullable() }),
});

export const findTowns = get('/providers/towns', {
  summary: 'Lists towns of the directory that begin with the text.',
  access: signedIn,
  audit: 'none',
  input: z.object({ searchTerm: town }),
  output: z.object({ towns: z.array(z.object({ city: z.string(), state: z.string() })) }),
});
