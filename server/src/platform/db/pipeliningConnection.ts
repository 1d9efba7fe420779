import type { PoolClient, QueryConfig, QueryResult as PgResult } from 'pg';

import { codeOf, isConnectionError } from './errors.ts';
import { NamedStatement } from './namedStatement.ts';
import { changesNothing } from './readsOnly.ts';

/** A statement to send: its text and values, and the name under which it is prepared, if any. */
export interface Statement {
  name: string | undefined;
  text: string;
  values: readonly unknown[];
}

// 0A000: "cached plan must not change result type" after a migration. 26000: "prepared statement does not exist" behind a
// pooler.
const stalePlanStates = new Set(['0A000', '26000']);

/** The state of statements that follow a failed one in its transaction. */
const abortedState = '25P02';

/** The driver supports a timeout per statement, but its types do not declare it. */
type TimedQuery = QueryConfig & { query_timeout: number | undefined };

/**
 * A connection of the pool as long as it is held. Repeated statements are sent by their prepared name. Statements that do not
 * wait for each other go in one packet, as do BEGIN and COMMIT with the adjacent ones: a round trip wakes two processes,
 * which costs more than most statements.
 */
export class PipeliningConnection {
  readonly #client: PoolClient;
  /** Part of the names of prepared statements; incrementing it makes this connection prepare them again. */
  #generation = 0;
  #isInTransaction = false;
  /** BEGIN is sent with the transaction's first statement. */
  #mustBegin = false;
  /** Result of the BEGIN that is on its way. */
  #begun: Promise<PgResult> | undefined;
  /** Whether a statement waits for it. Those after it then wait too. */
  #isHeld = false;
  /** Why the transaction is aborted. */
  #failure: Error | undefined;
  /** Result of the COMMIT that was sent with the last statement. */
  #committing: Promise<PgResult> | undefined;
  #isBroken = false;
  #isCollecting = false;
  /** When all work on this connection must be finished, in performance.now() time. */
  deadline: number | undefined;

  constructor(client: PoolClient) {
    this.#client = client;
  }

  async send(statement: Statement): Promise<PgResult> {
    return await this.#send(statement, false);
  }

  begin(): void {
    this.#isInTransaction = true;
    this.#mustBegin = true;
    this.#begun = undefined;
    this.#isHeld = false;
    this.#failure = undefined;
  }

  async commitWith(statement: Statement): Promise<void> {
    await this.#send(statement, true);
  }

  /** @returns the result of the COMMIT or ROLLBACK; undefined if no statement was sent */
  async end(how: 'commit' | 'rollback'): Promise<PgResult | undefined> {
    const committing = this.#committing;
    this.#committing = undefined;
    this.#isInTransaction = false;
    if (this.#mustBegin) {
      this.#mustBegin = false;
      return undefined;
    }
    // A broken connection is closed, which ends its transaction; waiting for a ROLLBACK would double the wait.
    if (this.#isBroken) return undefined;
    try {
      // If the last statement failed, the COMMIT sent with it has already rolled back.
      return await (committing ?? this.#command(how));
    } catch (error) {
      // It may still be in a transaction, so it must not be reused.
      this.#isBroken ||= how === 'rollback' || isConnectionError(error);
      throw error;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  async #send(statement: Statement, isLast: boolean): Promise<PgResult> {
    if (this.#committing !== undefined) throw new Error('The transaction is committed already');
    if (this.#mustBegin) this.#sendBegin();
    const begun = this.#begun;
    try {
      // It may be canceled on its own, and then a change sent with it would be kept without a transaction.
      if (begun !== undefined && (this.#isHeld || !changesNothing(statement))) {
        this.#isHeld = true;
        await begun;
      }
      const result = await this.#pipeline(this.#prepared(statement), isLast).catch((error: unknown) => {
        if (statement.name === undefined || !stalePlanStates.has(codeOf(error) ?? '')) throw error;
        this.#generation += 1;
        // Nothing was executed, so it can be retried; but a transaction is aborted by any error.
        if (this.#isInTransaction) throw error;
        return this.#pipeline(this.#prepared(statement), isLast);
      });
      await begun;
      return result;
    } catch (error) {
      this.#isBroken ||= isConnectionError(error);
      throw error;
    }
  }

  #sendBegin(): void {
    this.#collectPacket();
    this.#mustBegin = false;
    this.#begun = this.#begunTransaction();
    // Reported by each statement.
    this.#begun.catch(() => {});
  }

  async #begunTransaction(): Promise<PgResult> {
    const result = await this.#command('begin');
    this.#begun = undefined;
    this.#isHeld = false;
    return result;
  }

  /** Sends the statement, with COMMIT after it if it is the last. */
  #pipeline(statement: QueryConfig, isLast: boolean): Promise<PgResult> {
    this.#collectPacket();
    const { result, hasFailed } = this.#queue(statement);
    // The driver now assumes that the statement is prepared, though it never reached the server.
    if (hasFailed) this.#generation += 1;
    else if (isLast) this.#committing = this.#command('commit');
    // A failure is reported by end().
    this.#committing?.catch(() => {});
    return result;
  }

  /** What is sent until the code that runs now has to wait goes in one packet. The server executes it in order. */
  #collectPacket(): void {
    if (this.#isCollecting) return;
    this.#isCollecting = true;
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => {
      this.#isCollecting = false;
      stream.uncork();
    });
  }

  /** Milliseconds left for a statement; the connection is cut if they pass without a result. Undefined for the pool's limit. */
  #timeLeft(): number | undefined {
    return this.deadline === undefined ? undefined : Math.max(1, Math.ceil(this.deadline - performance.now()));
  }

  /** Sends a statement without values or a result. */
  async #command(text: string): Promise<PgResult> {
    const command: TimedQuery = { text, query_timeout: this.#timeLeft() };
    return await this.#client.query(command);
  }

  /** @returns `hasFailed` if a value cannot be serialized; nothing is sent then */
  #queue(statement: QueryConfig): { result: Promise<PgResult>; hasFailed: boolean } {
    const { promise: result, resolve, reject } = Promise.withResolvers<PgResult>();
    let hasFailed = false;
    const query = Object.assign(new NamedStatement(statement), { query_timeout: this.#timeLeft() });
    this.#client.query(query as never, (error: Error | null, answer: PgResult) => {
      hasFailed = error !== null;
      if (error === null) resolve(answer);
      else this.#fail(error, reject);
    });
    return { result, hasFailed };
  }

  /** Rejects with why the transaction was aborted, and after the statement that failed, whose sender knows what it means. */
  #fail(error: Error, reject: (reason: Error) => void): void {
    const cause = this.#failure;
    if (cause !== undefined && codeOf(error) === abortedState) {
      setImmediate(() => reject(cause));
      return;
    }
    if (this.#isInTransaction) this.#failure ??= error;
    reject(error);
  }

  #prepared({ name, text, values }: Statement): QueryConfig {
    if (name === undefined) return { text, values: [...values] };
    return { name: `${name}_${this.#generation}`, text, values: [...values] };
  }
}
