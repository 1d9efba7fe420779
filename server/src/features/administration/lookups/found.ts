import { managedLookupTexts } from '@careloop/contracts/administration/lookups';

import { refuseMissing } from '../refuseMissing.ts';

export const { found, notFound } = refuseMissing(managedLookupTexts.notFound);
