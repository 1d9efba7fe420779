import type { PlannedRequest, Statement } from '../lines/line.ts';
import type { Round, RoundOptions } from './loop.ts';
import type { PushOptions, PushReport } from './pushLoad.ts';

/** The work that the main process assigns to a load process. */
export type Assignment =
  | { kind: 'http'; port: number; requests: PlannedRequest[] }
  | { kind: 'floor'; databaseUrl: string; statements: Statement[] };

export type Command =
  | { kind: 'assign'; assignment: Assignment }
  | ({ kind: 'run' } & RoundOptions)
  | ({ kind: 'push' } & PushOptions);

export interface RoundReport extends Round {
  /** Errors found in responses; only the first few. */
  errors: string[];
  /** Ids of created items, taken from the responses. */
  created: number[];
}

export type Reply =
  | { kind: 'ready' }
  | { kind: 'ran'; report: RoundReport }
  | { kind: 'pushed'; report: PushReport }
  | { kind: 'failed'; message: string };
