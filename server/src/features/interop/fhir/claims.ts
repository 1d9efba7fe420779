import { z } from 'zod';

import { codeableConcept, period, reference, wordsOf } from './datatypes.ts';
import { dayOf, fhirDate, millisecondsOf } from './dates.ts';
import { validate } from './draft.ts';
import { list, text } from './text.ts';

import type { Naming, Ref } from './references.ts';
import type { SourceResource } from './source.ts';

// Many senders have no Coverage records and name the payer on each claim only. What the claims of a patient say, in
// the order of their dates, is then the history of the patient's insurance.

const contained = z.object({
  resourceType: text(64),
  id: text(128),
  type: codeableConcept.nullish(),
  payor: list(reference),
});

const claim = z.object({
  contained: list(contained),
  status: text(20),
  patient: reference.nullish(),
  created: fhirDate,
  billablePeriod: period.nullish(),
  insurance: list(z.object({ focal: z.boolean('is not true or false').nullish(), coverage: reference.nullish() })),
});

/** That a claim was made to a payer, or that the patient had none. */
export interface ClaimDraft {
  source: SourceResource;
  patient: Ref;
  payer: string;
  planType: string | null;
  date: string;
}

/** @returns null when the claim does not tell whose, with whom and when */
export function mapClaim(source: SourceResource, naming: Naming): ClaimDraft | null {
  const value = validate(claim, source);
  const patient = naming.refOf(value.patient, 'Patient');
  const date = value.created ?? value.billablePeriod?.start ?? null;
  const insurance = value.insurance.find((item) => item.focal === true) ?? value.insurance[0];
  const reference = insurance?.coverage?.reference;
  const inside = value.contained.find((item) => item.resourceType === 'Coverage' && reference === `#${item.id}`);
  const payer = inside?.payor[0]?.display ?? insurance?.coverage?.display ?? null;
  if (patient === null || date === null || payer === null || value.status === 'entered-in-error') return null;
  return { source, patient, payer, planType: differing(wordsOf(inside?.type), payer), date };
}

function differing(planType: string | null, payer: string): string | null {
  return planType === payer ? null : planType;
}

/** How senders say that there is no payer. */
const nobody = /^(?:no[_ ]insurance|none|uninsured)$/i;

export interface PayerHistory {
  payer: string;
  planType: string | null;
  /** Day of the first claim. */
  since: string;
  /** Day of the last claim, when a later one names another payer or none. */
  until: string | null;
}

/** The payers that one patient's claims name, each once, and which of them was the last. */
export function payerHistory(claims: readonly ClaimDraft[]): PayerHistory[] {
  const ordered = claims.toSorted((one, other) => millisecondsOf(one.date) - millisecondsOf(other.date));
  const last = ordered.at(-1)?.payer.toLowerCase();
  const byPayer = Map.groupBy(ordered, (item) => item.payer.toLowerCase());
  return [...byPayer.values()].flatMap((items) => {
    const [first] = items;
    const latest = items.at(-1);
    if (first === undefined || latest === undefined || nobody.test(first.payer)) return [];
    const isCurrent = first.payer.toLowerCase() === last;
    return [
      {
        payer: first.payer,
        planType: items.find((item) => item.planType !== null)?.planType ?? null,
        since: dayOf(first.date),
        until: isCurrent ? null : dayOf(latest.date),
      },
    ];
  });
}
