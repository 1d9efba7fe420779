import { formatDay } from '../../../ui/dates.ts';

/** 3/14/26, 3/2026 or 2026: as exact as it was stated. */
export function formatPartialDay(value: string | null): string | null {
  if (value === null || value.length === 4) return value;
  if (value.length > 7) return formatDay(value);
  const [year, month] = value.split('-');
  return `${Number(month)}/${year}`;
}

/** A partial day as it is typed, for a form. */
export function typedPartialDay(value: string | null | undefined): string {
  if (value == null || value.length === 4) return value ?? '';
  const [year, month, day] = value.split('-').map(Number);
  return [month, day, year].filter((part) => part !== undefined && !Number.isNaN(part)).join('/');
}

/** A value of a fixed list as an option, and its label. */
export const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Names of code systems that people know; others are shown as they are sent. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/icd-10-cm|2\.16\.840\.1\.113883\.6\.90$/, 'ICD-10'],
  [/snomed|2\.16\.840\.1\.113883\.6\.96$/, 'SNOMED CT'],
  [/rxnorm|2\.16\.840\.1\.113883\.6\.88$/, 'RxNorm'],
  [/loinc|2\.16\.840\.1\.113883\.6\.1$/, 'LOINC'],
  [/cvx|2\.16\.840\.1\.113883\.12\.292$/, 'CVX'],
  [/ndc|2\.16\.840\.1\.113883\.6\.69$/, 'NDC'],
];

/** "RxNorm 860975"; null without a code. */
export function codeInWords({ code, codeSystem }: { code: string | null; codeSystem: string | null }): string | null {
  if (code === null) return null;
  const name = systems.find(([pattern]) => pattern.test(codeSystem ?? ''))?.[1];
  return name === undefined ? code : `${name} ${code}`;
}
