import { directoryKinds, directoryUsers } from '@careloop/contracts/directory/browse';
import { z } from 'zod';
import { integer, text } from '../../lib/search.ts';

export const printProviderSearch = z.object({
  /** 1: with the public notes; 0: without. */
  shouldShowNotes: integer(0, 1),
});

export const directorySearch = z.object({
  kind: z.enum(directoryKinds).optional().catch(undefined),
  users: z.enum(directoryUsers).optional().catch(undefined),
  specialtyId: integer(1),
  /** Name of the specialty, as its field shows it. */
  specialty: text,
  /** "City, ST" */
  town: text,
  searchTerm: text,
});
export type DirectorySearch = z.output<typeof directorySearch>;
