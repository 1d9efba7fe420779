import { z } from 'zod';
import { integer } from '../../lib/search.ts';

/** What is read in the reading room. */
export const readingRoomSearch = z.object({ patientDocumentId: integer(1), page: integer(1) });
