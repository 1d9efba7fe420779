import type { z } from 'zod';
import { optionalText, phoneDigits } from '../fields.ts';
import type { Problem } from './checked.ts';
import { faxProblem, mobileProblem, phoneProblem } from './phone.ts';

// Texts that may be kept as they are on file. Imports store what their source states, such as a phone number without its area
// code: a form that refused it could only be saved by removing it. The rule counts once the text is changed.

/** The rules of a form's texts that may be kept, by field. */
export type RulesOnFile = Readonly<Record<string, Problem>>;

/** The longest text that an import stores. */
const longest = 20_000;
const text = optionalText(longest, `This cannot exceed ${longest.toLocaleString('en-US')} characters`);

const numberRules = new Set<Problem>([phoneProblem, mobileProblem, faxProblem]);
/** Digits and what may stand between them. */
const isNumber = (value: string) => phoneProblem(value) === null || /^[+\d\s().\-–/x]+$/.test(value);
const number = text.transform((value) => (value !== null && isNumber(value) ? phoneDigits(value) : value));

/** The fields of these texts. Their rules are applied by `changedProblems`. */
export function fieldsOnFile<Rules extends RulesOnFile>(rules: Rules): Record<keyof Rules, typeof text> {
  const fields = Object.entries(rules).map(([field, rule]) => [field, numberRules.has(rule) ? number : text] as const);
  return Object.fromEntries(fields) as Record<keyof Rules, typeof text>;
}

/**
 * The errors of texts that are not as they are on file, by field.
 * @param stored what is on file; nothing for a new record
 */
export function changedProblems(
  rules: RulesOnFile,
  values: Readonly<Record<string, unknown>>,
  stored: object | null | undefined,
): Map<string, string> {
  const onFile: Readonly<Record<string, unknown>> = { ...stored };
  const problems = new Map<string, string>();
  for (const [field, rule] of Object.entries(rules)) {
    const value = values[field];
    const kept = onFile[field];
    // Forms trim what they show, and the first line of a note may be indented.
    const isKept = typeof kept === 'string' && value === kept.trim();
    const problem = typeof value !== 'string' || value === '' || isKept ? null : rule(value);
    if (problem !== null) problems.set(field, problem);
  }
  return problems;
}

/**
 * The check of a form or a call that reports them on its fields, also while others have errors.
 * @param isChecked whether to check now: what a call changes is compared by the service, which knows it
 */
export function checkChanged(
  rules: RulesOnFile,
  stored: object | null | undefined,
  isChecked: (values: Readonly<Record<string, unknown>>) => boolean = () => true,
) {
  return [
    (values: Readonly<Record<string, unknown>>, context: z.RefinementCtx) => {
      if (!isChecked(values)) return;
      for (const [field, message] of changedProblems(rules, values, stored))
        context.addIssue({ code: 'custom', path: [field], message });
    },
    { when: () => true },
  ] as const;
}
