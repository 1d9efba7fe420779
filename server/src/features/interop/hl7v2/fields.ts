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

/** The fields of each segment that were asked for: all others are not kept. */
const asked = new WeakMap<Segment, Set<number>>();

export const wasAsked = (segment: Segment, field: number): boolean => asked.get(segment)?.has(field) ?? false;

/** The repetitions of a field that are not empty. */
export function valuesOf(segment: Segment | undefined, field: number): Value[] {
  if (segment === undefined) return [];
  asked.set(segment, (asked.get(segment) ?? new Set()).add(field));
  const { delimiters } = segment;
  return fieldOf(segment, field)
    .split(delimiters.repetition)
    .filter((value) => value.trim() !== '')
    .map((value) => new Value(value, delimiters));
}

/** The first repetition of a field; all its parts are empty if it is missing. */
export function valueOf(segment: Segment | undefined, field: number): Value {
  return valuesOf(segment, field)[0] ?? new Value('', noDelimiters);
}

/** The first component of a field. */
export const textOf = (segment: Segment | undefined, field: number): string => valueOf(segment, field).part(1);

const noDelimiters: Delimiters = { field: '|', component: '^', repetition: '~', escape: '\\', subcomponent: '&' };
