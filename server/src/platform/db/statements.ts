import { createHash } from 'node:crypto';

/**
 * Longer texts are bulk statements whose text changes with their size: a cached plan would only cost memory. Those of screens stay
 * far below, which the budgets of calls check: planning such a text anew takes ten times as long as running it.
 */
const LONGEST_NAMED_TEXT = 48_000;
/** The plan of a longer text takes a megabyte or more in a backend. */
const LONG_TEXT = 8_000;
const REMEMBERED_NAMES = 2_000;

const plannable = /^\s*(?:select|insert|update|delete|merge|with)\b/i;

/**
 * Assigns the names under which statements are prepared, so that PostgreSQL parses and plans each once per connection. A
 * text gets its name on its second use, a long one on its fifth, because lists have many rare combinations of filters.
 * Texts used less often are sent unnamed, and so is every new text once there are `mostNames` names or `mostCharacters` in
 * total: a backend needs about 110 bytes per character of a prepared statement.
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

  /** @returns the name, or undefined if the statement must be sent without one */
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

  /** Counts a use. Remembers the name instead of the text, to save memory. */
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
  // Without values a text may contain several statements, which only the simple protocol accepts.
  return hasValues || !text.includes(';');
}
