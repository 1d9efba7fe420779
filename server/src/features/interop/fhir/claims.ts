import { z } from 'zod';

import { codeableConcept, periodStart, reference, wordsOf } from './datatypes.ts';
import { dayOf, millisecondsOf, pastDate } from './dates.ts';
import { readParts } from './readParts.ts';
import { list, text } from './text.ts';

import type { Naming, Ref } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

// Many senders have no Coverage records and name the payer only on each claim. A patient's insurance history is then read from
// their claims in date order.

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
  created: pastDate,
  billablePeriod: periodStart.nullish(),
  insurance: list(z.object({ focal: z.boolean('is not true or false').nullish(), coverage: reference.nullish() })),
});

/** States that a claim was made to a payer, or that the patient had none. */
export interface ClaimDraft {
  source: SourceResource;
  patient: Ref;
  payer: string;
  planType: string | null;
  date: string;
}

/** Statuses of a claim that was not made, or no longer stands. */
const notMade = new Set(['cancelled', 'draft', 'entered-in-error']);

/** @returns null if the claim was not made, or lacks the patient, the payer or the date */
export function mapClaim(source: SourceResource, naming: Naming): ClaimDraft | null {
  const value = readParts(claim, source);
  const patient = naming.refOf(value.patient, 'Patient');
  const date = value.created ?? value.billablePeriod?.start ?? null;
  const insurance = value.insurance.find((item) => item.focal === true) ?? value.insurance[0];
  const reference = insurance?.coverage?.reference;
  const inside = value.contained.find((item) => item.resourceType === 'Coverage' && reference === `#${item.id}`);
  const payer = inside?.payor[0]?.display ?? insurance?.coverage?.display ?? null;
  if (patient === null || date === null || payer === null || notMade.has(value.status ?? '')) return null;
  return { source, patient, payer, planType: differing(wordsOf(inside?.type), payer), date };
}

function differing(planType: string | null, payer: string): string | null {
  return planType === payer ? null : planType;
}

/** Values senders use when there is no payer. */
const noPayer = /^(?:no[_ ]insurance|none|uninsured)$/i;

export interface PayerHistory {
  payer: string;
  planType: string | null;
  /** Day of the first claim to this payer. */
  since: string;
  /** Day of the last claim to this payer, if a later claim names another payer or none. */
  until: string | null;
}

/** Each payer that one patient's claims name, once; a payer without an `until` day is the current one. */
export function payerHistory(claims: readonly ClaimDraft[]): PayerHistory[] {
  const ordered = claims.toSorted((one, other) => millisecondsOf(one.date) - millisecondsOf(other.date));
  const last = ordered.at(-1)?.payer.toLowerCase();
  const byPayer = Map.groupBy(ordered, (item) => item.payer.toLowerCase());
  return [...byPayer.values()].flatMap((items) => {
    const [first] = items;
    const latest = items.at(-1);
    if (first === undefined || latest === undefined || noPayer.test(first.payer)) return [];
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
