import { AppError } from '../../platform/errors.ts';

/** Functions that refuse, with this message, a row that does not exist or belongs to others. */
export function refuseMissing(message: string) {
  const notFound = () => new AppError('not_found', { message });
  /** @throws AppError `not_found` */
  const found = <Row>(row: Row | undefined): Row => {
    if (row === undefined) throw notFound();
    return row;
  };
  return { found, notFound };
}
