/** Reads a stream with chunks of any size in blocks of a given size. */
export class Blocks {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #waiting: Uint8Array[] = [];
  #length = 0;

  constructor(content: AsyncIterable<Uint8Array>) {
    this.#pieces = content[Symbol.asyncIterator]();
  }

  /** The next `length` bytes; fewer only at the end. */
  async read(length: number): Promise<Buffer> {
    while (this.#length < length && (await this.#take()));
    const [first] = this.#waiting;
    const all = first !== undefined && this.#waiting.length === 1 ? bufferOf(first) : Buffer.concat(this.#waiting);
    const rest = all.subarray(length);
    this.#waiting = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
    return all.subarray(0, length);
  }

  async isAtEnd(): Promise<boolean> {
    while (this.#length === 0 && (await this.#take()));
    return this.#length === 0;
  }

  async #take(): Promise<boolean> {
    const next = await this.#pieces.next();
    if (next.done === true) return false;
    this.#waiting.push(next.value);
    this.#length += next.value.byteLength;
    return true;
  }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);
