import { types } from 'pg';

import type { CustomTypesConfig } from 'pg';

const { builtins } = types;

const TEXT_ARRAY: number = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

type Parse = (value: string) => unknown;

/**
 * Parsers for PostgreSQL types where the driver's default is unsuitable: int8 becomes a number (an error beyond the safe
 * range), `date` stays 'YYYY-MM-DD' text without a time zone, and numeric becomes a number.
 */
const parsers = new Map<number, Parse>([
  [builtins.INT8, parseSafeInteger],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [INT8_ARRAY, parseArray(parseSafeInteger)],
  [DATE_ARRAY, parseArray(String)],
]);

/** Set per connection, so that other users of `pg` in the process are not affected. */
export const valueParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parse = format === 'binary' ? undefined : parsers.get(oid);
    return parse ?? (types.getTypeParser(oid, format) as Parse);
  },
};

/** @throws RangeError if a number cannot represent the value exactly */
function parseSafeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) {
    throw new RangeError(`The database answered the integer ${value}, which a number cannot hold exactly`);
  }
  return number;
}

function parseArray(parse: Parse): Parse {
  const parseTextArray = types.getTypeParser(TEXT_ARRAY, 'text') as (value: string) => (string | null)[];
  return (value) => parseTextArray(value).map((item) => (item === null ? null : parse(item)));
}
