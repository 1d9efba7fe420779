import type { FloorPlan, PlannedRequest } from '../lines/line.ts';
import type { Round, RoundOptions } from './loop.ts';

/** What the main process tells a load process first. */
export type Assignment =
  | { kind: 'http'; port: number; requests: PlannedRequest[] }
  | { kind: 'floor'; databaseUrl: string; floor: FloorPlan };

export type Command = { kind: 'assign'; assignment: Assignment } | ({ kind: 'run' } & RoundOptions);

export interface RoundReport extends Round {
  /** What was wrong with answers; a few of them. */
  errors: string[];
  /** Ids of what was created, as the answers told. */
  created: number[];
}

export type Reply = { kind: 'ready' } | { kind: 'done'; report: RoundReport } | { kind: 'failed'; message: string };
