import { hl7Time } from '../hl7Time.ts';
import type { Delimiters } from './message.ts';
import { unescaped } from './unescape.ts';

/** A value as it is shown: its main text, and what is shown less prominently. */
export interface Shown {
  text: string;
  more: string[];
}

/** The components of a value. Each can be taken once, so that none is lost: the others are read by `rest`. */
export class Components {
  readonly #parts: string[][];

  constructor(parts: string[][]) {
    this.#parts = parts;
  }

  static of(value: string, delimiters: Delimiters): Components {
    const parts = value
      .split(delimiters.component)
      .map((part) => part.split(delimiters.subcomponent).map((one) => unescaped(one, delimiters).trim()));
    return new Components(parts);
  }

  /** A component as components of its own. */
  inner(number: number): Components {
    const parts = this.#parts[number - 1] ?? [];
    this.#parts[number - 1] = [];
    return new Components(parts.map((part) => [part]));
  }

  /** The subcomponents of a component, as one text. */
  take(number: number): string {
    const taken = this.#parts[number - 1] ?? [];
    this.#parts[number - 1] = [];
    return taken.filter(Boolean).join(' ');
  }

  /** The first subcomponent of a component. */
  takeFirst(number: number): string {
    const part = this.#parts[number - 1];
    const [first = ''] = part ?? [];
    if (part !== undefined) part[0] = '';
    return first;
  }

  /** Times or a range of times, which are not part of the main text. */
  takeTimes(...numbers: number[]): string[] {
    return numbers.flatMap((number) => {
      const part = this.#parts[number - 1] ?? [];
      this.#parts[number - 1] = [];
      return (
        part
          .filter(Boolean)
          .map((value) => hl7Time(value))
          .join(' – ') || []
      );
    });
  }

  /** Everything that was not taken. */
  rest(): string[] {
    return this.#parts.flat().filter(Boolean);
  }
}

/** The main text, or if it is empty, the first of the others. */
export function shown(text: string, more: readonly string[]): Shown {
  const [first = text, ...others] = [text, ...more].filter(Boolean);
  return { text: first, more: [...new Set(others)].filter((one) => one !== first) };
}

export const joined = (parts: readonly string[], separator: string): string => parts.filter(Boolean).join(separator);
