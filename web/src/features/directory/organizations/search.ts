import { z } from 'zod';
import { text } from '../../../lib/search.ts';

export const organizationsSearch = z.object({ searchTerm: text });

/** Parameters of `/Organizations/0`: the search, as initial values of a new organization. */
export const organizationSearch = z.object({ name: text, npiNumber: text });
