import type { PlannedRequest } from '../lines/line.ts';
import { HttpConnection } from './httpConnection.ts';
import { check, idOf, textOf, write } from './httpRequest.ts';
import type { Written } from './httpRequest.ts';
import { runRound } from './loop.ts';
import type { RoundOptions } from './loop.ts';
import type { RoundReport } from './messages.ts';

/** The first of this many responses is parsed and compared with its expected content. */
const checkEvery = 16;
const mostErrors = 5;

/** Sends the planned requests in turn over keep-alive connections. */
export class HttpLoad {
  readonly #port: number;
  readonly #requests: readonly { request: PlannedRequest; written: Written }[];
  #connections: HttpConnection[] = [];
  #next = 0;

  constructor(port: number, requests: readonly PlannedRequest[]) {
    if (requests.length === 0) throw new Error('There is nothing to send');
    this.#port = port;
    this.#requests = requests.map((request) => ({ request, written: write(request, port) }));
  }

  async run(options: RoundOptions): Promise<RoundReport> {
    while (this.#connections.length < options.connections)
      this.#connections.push(await HttpConnection.open(this.#port));
    const errors: string[] = [];
    const created: number[] = [];
    const round = await runRound(options, async (index, number) => {
      const { request, written } = this.#take();
      const answer = await (this.#connections[index] as HttpConnection).send(textOf(written));
      const error = check(answer, request, number % checkEvery === 1);
      if (error !== null && errors.length < mostErrors) errors.push(`${request.path}: ${error}`);
      if (error === null && request.isCreate === true) created.push(idOf(answer));
    });
    return { ...round, errors, created };
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.#connections = [];
  }

  #take() {
    this.#next = (this.#next + 1) % this.#requests.length;
    return this.#requests[this.#next] as { request: PlannedRequest; written: Written };
  }
}
