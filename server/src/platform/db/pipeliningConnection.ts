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

/** What belongs to one transaction. */
interface OpenTransaction {
  /** BEGIN is sent with the first statement. */
  mustBegin: boolean;
  /** What must be known before a change is sent. */
  gate: Promise<unknown> | undefined;
  /** Whether a statement waits for it. Those after it then wait too. */
  isHeld: boolean;
  /** Why it is aborted. */
  failure: Error | undefined;
  /** Whether it was given its last statement, which may still wait. */
  isEnding: boolean;
  /** Result of the COMMIT that was sent with the last statement. */
  committing: Promise<PgResult> | undefined;
}

/**
 * A connection of the pool as long as it is held. Repeated statements are sent by their prepared name. Statements that do not
 * wait for each other go in one packet, as do BEGIN and COMMIT with the adjacent ones: a round trip wakes two processes,
 * which costs more than most statements.
 */
export class PipeliningConnection {
  readonly #client: PoolClient;
  /** Part of the names of prepared statements; incrementing it makes this connection prepare them again. */
  #generation = 0;
  #transaction: OpenTransaction | undefined;
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
    this.#transaction = {
      mustBegin: true,
      gate: undefined,
      isHeld: false,
      failure: undefined,
      isEnding: false,
      committing: undefined,
    };
  }

  /** Sends changes only when `until` is resolved; if it is rejected, they and the statements after them are, too. */
  holdChanges(until: Promise<unknown>): void {
    const transaction = this.#transaction;
    if (transaction === undefined) throw new Error('There is no transaction');
    const gate = Promise.all([transaction.gate, until]);
    transaction.gate = gate;
    // If it is rejected, each statement reports it.
    openAfter(transaction, gate).catch(() => {});
  }

  async commitWith(statement: Statement): Promise<void> {
    await this.#send(statement, true);
  }

  /** @returns the result of the COMMIT or ROLLBACK; undefined if no statement was sent */
  async end(how: 'commit' | 'rollback'): Promise<PgResult | undefined> {
    const transaction = this.#transaction;
    this.#transaction = undefined;
    if (transaction === undefined || transaction.mustBegin) return undefined;
    // A broken connection is closed, which ends its transaction; waiting for a ROLLBACK would double the wait.
    if (this.#isBroken) return undefined;
    try {
      // If the last statement failed, the COMMIT sent with it has already rolled back.
      return await (transaction.committing ?? this.#command(how));
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
    const transaction = this.#transaction;
    // Sent after COMMIT, a change would be kept on its own.
    if (transaction?.isEnding === true) throw new Error('The transaction is committed already');
    if (transaction !== undefined) transaction.isEnding = isLast;
    if (transaction?.mustBegin === true) this.#sendBegin(transaction);
    const gate = transaction?.gate;
    try {
      if (transaction !== undefined && gate !== undefined && (transaction.isHeld || !changesNothing(statement))) {
        transaction.isHeld = true;
        await gate;
        // On its own, a change that waited would be kept.
        if (this.#transaction !== transaction) throw new Error('The transaction is over');
      }
      const result = await this.#pipeline(this.#prepared(statement), isLast).catch((error: unknown) => {
        if (statement.name === undefined || !stalePlanStates.has(codeOf(error) ?? '')) throw error;
        this.#generation += 1;
        // Nothing was executed, so it can be retried; but a transaction is aborted by any error.
        if (transaction !== undefined) throw error;
        return this.#pipeline(this.#prepared(statement), isLast);
      });
      await gate;
      return result;
    } catch (error) {
      this.#isBroken ||= isConnectionError(error);
      throw error;
    }
  }

  #sendBegin(transaction: OpenTransaction): void {
    this.#collectPacket();
    transaction.mustBegin = false;
    // It may be canceled on its own, and then a change sent with it would be kept without a transaction.
    this.holdChanges(this.#command('begin'));
  }

  /** Sends the statement, with COMMIT after it if it is the last. */
  #pipeline(statement: QueryConfig, isLast: boolean): Promise<PgResult> {
    this.#collectPacket();
    const { result, hasFailed } = this.#queue(statement);
    // The driver now assumes that the statement is prepared, though it never reached the server.
    if (hasFailed) this.#generation += 1;
    else if (isLast && this.#transaction !== undefined) {
      const committing = this.#command('commit');
      this.#transaction.committing = committing;
      // A failure is reported by end().
      committing.catch(() => {});
    }
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
    const transaction = this.#transaction;
    this.#client.query(query as never, (error: Error | null, answer: PgResult) => {
      hasFailed = error !== null;
      if (error === null) resolve(answer);
      else fail(transaction, error, reject);
    });
    return { result, hasFailed };
  }

  #prepared({ name, text, values }: Statement): QueryConfig {
    if (name === undefined) return { text, values: [...values] };
    return { name: `${name}_${this.#generation}`, text, values: [...values] };
  }
}

async function openAfter(transaction: OpenTransaction, gate: Promise<unknown>): Promise<void> {
  await gate;
  if (transaction.gate === gate) Object.assign(transaction, { gate: undefined, isHeld: false });
}

/** Rejects with why the transaction was aborted, and after the statement that failed, whose sender knows what it means. */
function fail(transaction: OpenTransaction | undefined, error: Error, reject: (reason: Error) => void): void {
  const cause = transaction?.failure;
  if (cause !== undefined && codeOf(error) === abortedState) {
    setImmediate(() => reject(cause));
    return;
  }
  if (transaction !== undefined) transaction.failure ??= error;
  reject(error);
}
