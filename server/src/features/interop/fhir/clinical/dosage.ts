import { z } from 'zod';

import { codeableConcept, period, wordsOf } from '../datatypes.ts';
import { block, list, text } from '../text.ts';
import { decimal, quantity, quantityText, range, rangeText, wordsOfAll } from './values.ts';

const repeat = z.object({
  boundsPeriod: period.nullish(),
  boundsDuration: quantity.nullish(),
  count: decimal,
  duration: decimal,
  durationUnit: text(10),
  frequency: decimal,
  frequencyMax: decimal,
  period: decimal,
  periodMax: decimal,
  periodUnit: text(10),
  dayOfWeek: list(text(10)),
  timeOfDay: list(text(10)),
  when: list(text(20)),
});

export const dosage = z.object({
  text: block(),
  additionalInstruction: list(codeableConcept),
  patientInstruction: block(),
  timing: z.object({ repeat: repeat.nullish(), code: codeableConcept.nullish() }).nullish(),
  asNeededBoolean: z.boolean('is not true or false').nullish(),
  asNeededCodeableConcept: codeableConcept.nullish(),
  site: codeableConcept.nullish(),
  route: codeableConcept.nullish(),
  method: codeableConcept.nullish(),
  doseAndRate: list(
    z.object({
      doseQuantity: quantity.nullish(),
      doseRange: range.nullish(),
      rateQuantity: quantity.nullish(),
      rateRange: range.nullish(),
      rateRatio: z.object({ numerator: quantity.nullish(), denominator: quantity.nullish() }).nullish(),
    }),
  ),
  maxDosePerPeriod: z.object({ numerator: quantity.nullish(), denominator: quantity.nullish() }).nullish(),
});
type Dosage = z.infer<typeof dosage>;

/**
 * How the medication is taken: the sender's words, or else its parts as words. Limits and conditions that the sender's words
 * leave out are added to them.
 */
export function dosageText(dosages: readonly Dosage[]): string | null {
  const texts = dosages.map((one) =>
    [one.text === null ? partsText(one) : withLimits(one.text, one), one.patientInstruction]
      .filter((item) => item !== null && item !== '')
      .join('\n'),
  );
  return texts.filter((item) => item !== '').join('\n') || null;
}

function withLimits(text: string, one: Dosage): string {
  const isSaid = (words: string) => text.toLowerCase().includes(words.toLowerCase());
  const isPrn = /\bas needed\b|\bprn\b/i.test(text);
  const reason = wordsOf(one.asNeededCodeableConcept);
  const rates = one.doseAndRate.map(rateText).filter((rate) => rate !== null);
  const most = perText(one.maxDosePerPeriod);
  const added = [
    reason === null || isSaid(reason) ? null : `${isPrn ? 'for' : 'as needed for'} ${reason}`,
    reason === null && one.asNeededBoolean === true && !isPrn ? 'as needed' : null,
    ...one.additionalInstruction.map(wordsOf).filter((words) => words !== null && !isSaid(words)),
    ...rates.filter((rate) => !isSaid(rate.split(' ')[0] ?? '')).map((rate) => `at ${rate}`),
    most === null || /\b(?:max|most|exceed|more than)/i.test(text) ? null : `at most ${most}`,
  ];
  return [text, ...added.filter((item) => item !== null)].join(', ');
}

const rateText = (item: Dosage['doseAndRate'][number]): string | null =>
  quantityText(item.rateQuantity) ?? rangeText(item.rateRange) ?? perText(item.rateRatio);

function partsText(one: Dosage): string {
  const { doseAndRate, timing, asNeededBoolean, asNeededCodeableConcept, additionalInstruction } = one;
  const reason = wordsOf(asNeededCodeableConcept);
  const amounts = doseAndRate.flatMap((item) => [
    quantityText(item.doseQuantity) ?? rangeText(item.doseRange),
    rateText(item),
  ]);
  const most = perText(one.maxDosePerPeriod);
  return [
    ...amounts,
    wordsOf(one.method),
    wordsOf(timing?.code) ?? repeatText(timing?.repeat),
    reason === null ? (asNeededBoolean === true ? 'as needed' : null) : `as needed for ${reason}`,
    wordsOf(one.site),
    wordsOfAll(additionalInstruction),
    most === null ? null : `at most ${most}`,
  ]
    .filter((item) => item !== null && item !== '')
    .join(', ');
}

function perText(ratio: Dosage['maxDosePerPeriod']): string | null {
  const [above, below] = [quantityText(ratio?.numerator), quantityText(ratio?.denominator)];
  return above === null ? null : below === null ? above : `${above} per ${below}`;
}

const units: Partial<Record<string, string>> = {
  s: 'second',
  min: 'minute',
  h: 'hour',
  d: 'day',
  wk: 'week',
  mo: 'month',
  a: 'year',
};

const counted = (count: string, unit: string | null) => {
  const word = units[unit ?? ''] ?? unit ?? '';
  return count === '1' ? word : `${count} ${word}s`;
};

/** 2 times every day, for 10 days. */
function repeatText(stated: z.infer<typeof repeat> | null | undefined): string {
  if (stated === null || stated === undefined) return '';
  const { frequency, frequencyMax, period: every, periodMax, periodUnit, duration, durationUnit } = stated;
  const times = frequencyMax === null ? frequency : `${frequency ?? '0'}–${frequencyMax}`;
  const often = times === null ? '' : times === '1' ? 'once' : `${times} times`;
  const length = quantityText(stated.boundsDuration);
  return [
    [
      often,
      every === null
        ? ''
        : `every ${periodMax === null ? counted(every, periodUnit) : `${every}–${counted(periodMax, periodUnit)}`}`,
    ]
      .filter(Boolean)
      .join(' '),
    duration === null ? '' : `over ${duration} ${units[durationUnit ?? ''] ?? ''}s`,
    [...stated.dayOfWeek, ...stated.timeOfDay, ...stated.when].filter(Boolean).join(' '),
    length === null ? '' : `for ${length}`,
    stated.count === null ? '' : `${stated.count} times in all`,
  ]
    .filter(Boolean)
    .join(', ');
}

interface Bounds {
  start: string | null;
  end: string | null;
}

/** When it begins and ends, if dosages state it: the steps of a taper follow each other. `steps` are the periods of all. */
export function dosagePeriod(dosages: readonly Dosage[]): Bounds & { steps: Bounds[] } {
  const stated = dosages.flatMap(({ timing }) => {
    const { start = null, end = null } = timing?.repeat?.boundsPeriod ?? {};
    return start === null && end === null ? [] : [{ start, end }];
  });
  const known = (dates: readonly (string | null)[]) => dates.filter((date) => date !== null).toSorted();
  const ends = known(stated.map(({ end }) => end));
  return {
    start: known(stated.map(({ start }) => start))[0] ?? null,
    end: ends.length === stated.length ? (ends.at(-1) ?? null) : null,
    steps: stated,
  };
}

/** How many periods of dosages state something else than the period that is kept. */
export function countOtherSteps(steps: readonly Bounds[], kept: Bounds): number {
  const isOther = (own: string | null, other: string | null) => own !== null && own !== other;
  return steps.filter(({ start, end }) => isOther(start, kept.start) || isOther(end, kept.end)).length;
}
