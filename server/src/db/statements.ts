import { createHash } from 'node:crypto';

/** Longer texts are bulk statements whose shape changes with their size: a kept plan would only cost memory. */
const LONGEST_NAMED_TEXT = 24_000;
/** The plan of a longer text takes a backend a megabyte or more. */
const LONG_TEXT = 8_000;
const REMEMBERED_NAMES = 2_000;

const plannable = /^\s*(?:select|insert|update|delete|merge|with)\b/i;

/**
 * Gives a statement text the name under which a connection prepares it, so that PostgreSQL parses and plans it once per
 * connection. A text earns its name with its second use, a long one with its fifth: lists have many rare combinations of
 * filters. Texts used less go out unnamed, as does every text beyond `mostNames` names or `mostCharacters` in all: a backend
 * keeps about 110 bytes for each character of a prepared statement.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #uses = new Map<string, number>();
  readonly #mostNames: number;
  readonly #mostCharacters: number;
  #characters = 0;

  constructor(mostNames = 400, mostCharacters = 600_000) {
    this.#mostNames = mostNames;
    this.#mostCharacters = mostCharacters;
  }

  /** @returns the name, or undefined when the statement is to be sent without one */
  nameFor(text: string, hasValues: boolean): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= this.#mostNames || !isNameable(text, hasValues)) return undefined;
    const name = `careloop_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    if (this.#characters + text.length > this.#mostCharacters) return undefined;
    if (!this.#isEarned(name, text.length > LONG_TEXT ? 5 : 2)) return undefined;
    this.#characters += text.length;
    this.#names.set(text, name);
    return name;
  }

  /** Counts a use; remembers the name and not its text, of which there are many. */
  #isEarned(name: string, usesNeeded: number): boolean {
    const uses = (this.#uses.get(name) ?? 0) + 1;
    this.#uses.delete(name);
    if (uses >= usesNeeded) return true;
    if (this.#uses.size >= REMEMBERED_NAMES) {
      const oldest = this.#uses.keys().next().value;
      if (oldest !== undefined) this.#uses.delete(oldest);
    }
    this.#uses.set(name, uses);
    return false;
  }
}

function isNameable(text: string, hasValues: boolean): boolean {
  if (text.length > LONGEST_NAMED_TEXT || !plannable.test(text)) return false;
  // Without values a text may hold several statements, which only the simple protocol takes.
  return hasValues || !text.includes(';');
}
