import { fileKeyOf, RenderError } from './messages.ts';
import type { RenderAction, RenderProblem, RenderWork } from './messages.ts';

/** Parts of a document that may fail before nothing of it is tried again. */
const mostFailedParts = 3;
/** Documents remembered by one server process. */
const mostDocuments = 5_000;
const repeating: ReadonlySet<RenderProblem> = new Set(['too_slow', 'crashed', 'too_large']);

/**
 * What ended its process: it would do so again until the bytes change, and with them the key. It is remembered by part (page),
 * so that one page does not close a document; and as long as this process runs, so that an update of a decoder can help.
 */
export class Failures {
  readonly #documents = new Map<string, Map<string, RenderProblem>>();

  /** @throws RenderError */
  requireNone({ action, file, input }: RenderWork): void {
    const parts = this.#documents.get(fileKeyOf(file));
    if (parts === undefined) return;
    const problem =
      parts.get(partOf(action, input)) ?? (parts.size >= mostFailedParts ? [...parts.values()].at(-1) : undefined);
    if (problem !== undefined) throw new RenderError(problem, 'as before');
  }

  add({ action, file, input }: RenderWork, { problem }: RenderError): void {
    if (file.key === '' || !repeating.has(problem)) return;
    const key = fileKeyOf(file);
    const parts = this.#documents.get(key) ?? new Map<string, RenderProblem>();
    parts.set(partOf(action, input), problem);
    // The one that failed last is the last to be forgotten.
    this.#documents.delete(key);
    this.#documents.set(key, parts);
    const [oldest] = this.#documents.keys();
    if (this.#documents.size > mostDocuments && oldest !== undefined) this.#documents.delete(oldest);
  }
}

const partOf = (action: RenderAction, input: { page?: number }) => `${action} ${input.page ?? ''}`;
