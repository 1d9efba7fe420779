import { randomUUID } from 'node:crypto';

import type { PlannedRequest } from '../lines/line.ts';
import { findContradiction } from './facts.ts';
import { HttpConnection } from './httpConnection.ts';
import type { HttpAnswer } from './httpConnection.ts';
import { runRound } from './loop.ts';
import type { RoundOptions } from './loop.ts';
import type { RoundReport } from './messages.ts';

/** One answer of so many is parsed and compared with what it must say; the others must say that they succeeded. */
const checkEvery = 16;
const mostErrors = 5;

const succeeded = '{"wasSuccessful":true';

interface Written {
  /** All of the request, or what stands before and after its idempotency key. */
  parts: readonly [string] | readonly [string, string];
  request: PlannedRequest;
}

/** Sends the planned requests in turn, over connections that are kept. */
export class HttpLoad {
  readonly #port: number;
  readonly #requests: readonly Written[];
  #connections: HttpConnection[] = [];
  #next = 0;

  constructor(port: number, requests: readonly PlannedRequest[]) {
    this.#port = port;
    this.#requests = requests.map((request) => ({ request, parts: write(request, port) }));
  }

  async run(options: RoundOptions): Promise<RoundReport> {
    while (this.#connections.length < options.connections)
      this.#connections.push(await HttpConnection.open(this.#port));
    const errors: string[] = [];
    const created: number[] = [];
    const round = await runRound(options, async (index, number) => {
      const written = this.#requests[this.#next++ % this.#requests.length] as Written;
      const [before, after] = written.parts;
      const text = after === undefined ? before : before + randomUUID() + after;
      const answer = await (this.#connections[index] as HttpConnection).send(text);
      const error = check(answer, written.request, number % checkEvery === 0);
      if (error !== null && errors.length < mostErrors) errors.push(`${written.request.path}: ${error}`);
      if (written.request.isCreate === true) created.push(idOf(answer));
    });
    return { ...round, errors, created };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#connections = [];
  }
}

function check({ status, body }: HttpAnswer, { facts }: PlannedRequest, isThorough: boolean): string | null {
  if (status !== 200 || body.toString('latin1', 0, succeeded.length) !== succeeded) {
    return `${status} ${body.toString().slice(0, 300)}`;
  }
  return isThorough ? findContradiction(JSON.parse(body.toString()), facts) : null;
}

function idOf({ body }: HttpAnswer): number {
  return Number(/"referralId":(\d+)/.exec(body.toString('latin1'))?.[1]);
}

function write({ method, path, token, body, isCreate }: PlannedRequest, port: number): Written['parts'] {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [`${method} ${path} HTTP/1.1`, `host: 127.0.0.1:${port}`, `authorization: Bearer ${token}`];
  if (text !== '') head.push('content-type: application/json', `content-length: ${Buffer.byteLength(text)}`);
  const lines = head.join('\r\n');
  if (isCreate !== true) return [`${lines}\r\n\r\n${text}`];
  return [`${lines}\r\nidempotency-key: `, `\r\n\r\n${text}`];
}
