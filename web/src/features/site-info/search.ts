import { z } from 'zod';
import { integer } from '../../lib/search.ts';

export const siteDocumentsSearch = z.object({
  /** Release note 1, privacy policy 2, terms of use 3. */
  documentType: integer(1, 3),
  siteDocumentId: integer(1),
});
