import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const profileSearch = z.object({
  /** Provider 0, Account 1, Notifications 2. */
  tab: integer(0, 2),
});
