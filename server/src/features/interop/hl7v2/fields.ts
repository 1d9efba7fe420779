import { fieldOf } from '../../../platform/rendering/hl7/message.ts';
import type { Delimiters, Segment } from '../../../platform/rendering/hl7/message.ts';
import { unescaped } from '../../../platform/rendering/hl7/unescape.ts';

/** One value of a field, by the numbers of its components, which begin with 1. */
export class Value {
  readonly #components: readonly string[];
  readonly #delimiters: Delimiters;
  /** The components that readers asked for. */
  readonly #asked: Set<number>;

  constructor(text: string, delimiters: Delimiters, asked = new Set<number>()) {
    this.#asked = asked;
    // Two quotation marks delete the receiver's value, which an import does not do.
    this.#components = text === '""' ? [] : text.split(delimiters.component);
    this.#delimiters = delimiters;
  }

  /** The first subcomponent of a component; empty if it is missing. */
  part(component: number, subcomponent = 1): string {
    this.#asked.add(component);
    return this.#part(component, subcomponent);
  }

  /** Marks the whole value as dealt with. */
  take(): void {
    for (const index of this.#components.keys()) this.#asked.add(index + 1);
  }

  /** The components with a value that no reader asked for. */
  get unread(): number[] {
    return this.#components
      .map((_component, index) => index + 1)
      .filter((component) => !this.#asked.has(component) && this.#part(component, 1) !== '');
  }

  #part(component: number, subcomponent: number): string {
    const parts = (this.#components[component - 1] ?? '').split(this.#delimiters.subcomponent);
    const text = unescaped(parts[subcomponent - 1] ?? '', this.#delimiters).trim();
    return text === '""' ? '' : text;
  }
}

/** What readers asked for of a field: how many of its values, and which components of each. */
interface Asked {
  howMany: number;
  components: Map<number, Set<number>>;
}

/** What the readers asked for, by field. What no reader asked for is not kept. */
const asked = new WeakMap<Segment, Map<number, Asked>>();

export const askedOf = (segment: Segment, field: number): number => asked.get(segment)?.get(field)?.howMany ?? 0;

function ask(segment: Segment, field: number, howMany: number): void {
  const fields = asked.get(segment) ?? new Map<number, Asked>();
  const known: Asked = fields.get(field) ?? { howMany: 0, components: new Map() };
  asked.set(segment, fields.set(field, { ...known, howMany: Math.max(howMany, known.howMany) }));
}

/** The components asked for of one value; those of a field that nobody asked for are forgotten. */
function componentsOf(segment: Segment, field: number, index: number): Set<number> {
  const components = asked.get(segment)?.get(field)?.components ?? new Map<number, Set<number>>();
  const known = components.get(index) ?? new Set();
  components.set(index, known);
  return known;
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
    .map((value, index) => new Value(value, delimiters, componentsOf(segment, field, index)));
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
