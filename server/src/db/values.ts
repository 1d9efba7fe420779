import { types } from 'pg';

import type { CustomTypesConfig } from 'pg';

const { builtins } = types;

const TEXT_ARRAY: number = 1009;
const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;

type Parse = (value: string) => unknown;

/**
 * How a PostgreSQL value becomes a JavaScript value, where the driver's own choice loses something:
 * int8 is a number (refused beyond the safe range), `date` the plain 'YYYY-MM-DD' text, which has no time zone
 * to be wrong about, and numeric a number.
 */
const parsers = new Map<number, Parse>([
  [builtins.INT8, parseSafeInteger],
  [builtins.NUMERIC, Number],
  [builtins.DATE, String],
  [INT8_ARRAY, parseArray(parseSafeInteger)],
  [DATE_ARRAY, parseArray(String)],
]);

/** Handed to every connection, so that no other user of `pg` in the process is changed. */
export const valueParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const parse = format === 'binary' ? undefined : parsers.get(oid);
    return parse ?? (types.getTypeParser(oid, format) as Parse);
  },
};

/** @throws RangeError when the value cannot be held exactly by a number */
export function parseSafeInteger(value: string): number {
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
