import { z } from 'zod';
import { integer } from '../../../lib/search.ts';

export const clientsSearch = z.object({
  /** Client whose markets and facilities are shown. */
  clientId: integer(1),
});
