import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const printProviderSearch = z.object({
  /** 1: with the public notes; 0: without. */
  shouldShowNotes: integer(0, 1),
});
