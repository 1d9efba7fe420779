import { z } from 'zod';
import { flag, integer } from '../../lib/search.ts';

export const accessRequestsSearch = z.object({
  /** Shows the user's own requests instead of those to answer. */
  isOwn: flag,
  includeAnswered: flag,
  accessRequestId: integer(1),
});

export const emergencyAccessSearch = z.object({
  /** Includes reviewed periods. */
  includeReviewed: flag,
  breakGlassAccessId: integer(1),
});
