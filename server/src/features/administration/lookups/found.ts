import { managedLookupTexts as texts } from '@careloop/contracts/administration/lookups';

import { AppError } from '../../../errors.ts';

/** @throws AppError `not_found` */
export function found<Entry>(entry: Entry | undefined): Entry {
  if (entry === undefined) throw new AppError('not_found', { message: texts.notFound });
  return entry;
}
