import { createHash } from 'node:crypto';

/** Longer texts are bulk statements whose shape changes with their size: a kept plan would only cost memory. */
const LONGEST_NAMED_TEXT = 8_000;
const REMEMBERED_TEXTS = 2_000;

const plannable = /^\s*(?:select|insert|update|delete|merge|with)\b/i;

/**
 * Gives a statement text the name under which a connection prepares it, so that PostgreSQL parses and plans it once per
 * connection. A text earns its name with its second use; what is used once, and everything after `mostNames`
 * different texts, goes out unnamed. Both bound the memory that prepared statements hold in every backend.
 */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #seenOnce = new Set<string>();
  readonly #mostNames: number;

  constructor(mostNames = 400) {
    this.#mostNames = mostNames;
  }

  /** @returns the name, or undefined when the statement is to be sent without one */
  nameFor(text: string, hasValues: boolean): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= this.#mostNames || !isNameable(text, hasValues)) return undefined;
    if (!this.#seenOnce.delete(text)) {
      this.#remember(text);
      return undefined;
    }
    const name = `careloop_${createHash('sha256').update(text).digest('base64url').slice(0, 22)}`;
    this.#names.set(text, name);
    return name;
  }

  #remember(text: string): void {
    if (this.#seenOnce.size >= REMEMBERED_TEXTS) {
      const oldest = this.#seenOnce.values().next().value;
      if (oldest !== undefined) this.#seenOnce.delete(oldest);
    }
    this.#seenOnce.add(text);
  }
}

function isNameable(text: string, hasValues: boolean): boolean {
  if (text.length > LONGEST_NAMED_TEXT || !plannable.test(text)) return false;
  // Without values a text may hold several statements, which only the simple protocol takes.
  return hasValues || !text.includes(';');
}
