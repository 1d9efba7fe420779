import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import { digestOf } from '../shared/references.ts';
import { textOf, valueOf } from './fields.ts';

/** Statuses of results (tables 0123 and 0085) that correct earlier ones, and of those that a final result completes. */
const corrections = new Set(['C', 'W', 'X']);
const preliminary = new Set(['P', 'R', 'A', 'S', 'I']);

export type OrderState = 'correction' | 'preliminary' | 'final';

/** What a report of results is, by its own status and those of its results. */
export function stateOf(obr: Segment, results: readonly Segment[]): OrderState {
  const stated = [textOf(obr, 25), ...results.map((obx) => textOf(obx, 11))].map((status) => status.toUpperCase());
  if (stated.some((status) => corrections.has(status))) return 'correction';
  return stated.some((status) => preliminary.has(status)) ? 'preliminary' : 'final';
}

/**
 * Names the order and service of a report: the filler's number, or else the placer's. Some senders state them in the order
 * segment only. Undefined without a number.
 */
export function orderKeyOf(facility: string, obr: Segment, orc: Segment | undefined): string | undefined {
  const order = [3, 2].map((field) => textOf(obr, field) || textOf(orc, field)).find((number) => number !== '');
  if (order === undefined) return undefined;
  const service = valueOf(obr, 4);
  return `result-${digestOf([facility, order, service.part(1) || service.part(2)]).slice(0, 32)}`;
}
