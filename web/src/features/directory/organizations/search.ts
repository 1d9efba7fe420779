import { z } from 'zod';
import { text } from '../../../lib/search.ts';

export const organizationsSearch = z.object({ searchTerm: text });

/** Of `/Organizations/0`: what was searched for, to begin a new organization with. */
export const organizationSearch = z.object({ name: text, npiNumber: text });
