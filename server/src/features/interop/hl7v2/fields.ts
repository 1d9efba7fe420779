import { fieldOf } from '../../../platform/rendering/hl7/message.ts';
import type { Delimiters, Segment } from '../../../platform/rendering/hl7/message.ts';
import { unescaped } from '../../../platform/rendering/hl7/unescape.ts';

/** One value of a field, by the numbers of its components, which begin with 1. */
export class Value {
  readonly #components: readonly string[];
  readonly #delimiters: Delimiters;

  constructor(text: string, delimiters: Delimiters) {
    // Two quotation marks delete the receiver's value, which an import does not do.
    this.#components = text === '""' ? [] : text.split(delimiters.component);
    this.#delimiters = delimiters;
  }

  /** The first subcomponent of a component; empty if it is missing. */
  part(component: number, subcomponent = 1): string {
    const parts = (this.#components[component - 1] ?? '').split(this.#delimiters.subcomponent);
    const text = unescaped(parts[subcomponent - 1] ?? '', this.#delimiters).trim();
    return text === '""' ? '' : text;
  }
}

/** How many values of each field of a segment the readers asked for. Those that no reader asked for are not kept. */
const asked = new WeakMap<Segment, Map<number, number>>();

export const askedOf = (segment: Segment, field: number): number => asked.get(segment)?.get(field) ?? 0;

function ask(segment: Segment, field: number, howMany: number): void {
  const fields = asked.get(segment) ?? new Map<number, number>();
  asked.set(segment, fields.set(field, Math.max(howMany, fields.get(field) ?? 0)));
}

/** Marks a segment as not kept at all, although a reader asked for some of its fields. */
export const leaveOut = (segment: Segment): void => void asked.delete(segment);

/** The repetitions of a field that are not empty. */
export function valuesOf(segment: Segment | undefined, field: number): Value[] {
  if (segment === undefined) return [];
  ask(segment, field, Infinity);
  return repetitionsOf(segment, field);
}

export function repetitionsOf(segment: Segment, field: number): Value[] {
  const { delimiters } = segment;
  return fieldOf(segment, field)
    .split(delimiters.repetition)
    .filter((value) => value.trim() !== '')
    .map((value) => new Value(value, delimiters));
}

/** The first repetition of a field; all its parts are empty if it is missing. */
export function valueOf(segment: Segment | undefined, field: number): Value {
  if (segment !== undefined) ask(segment, field, 1);
  const [first] = segment === undefined ? [] : repetitionsOf(segment, field);
  return first ?? new Value('', noDelimiters);
}

/** The first component of a field. */
export const textOf = (segment: Segment | undefined, field: number): string => valueOf(segment, field).part(1);

const noDelimiters: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' };
