import { managedLookupTexts as texts } from '@careloop/contracts/administration/lookups';

import { AppError } from '../../../errors.ts';

/** @throws AppError `not_found` */
export function found<Entry>(entry: Entry | undefined): Entry {
  return entry ?? refuseMissing();
}

/** @throws AppError `not_found` */
export function refuseMissing(): never {
  throw new AppError('not_found', { message: texts.notFound });
}
