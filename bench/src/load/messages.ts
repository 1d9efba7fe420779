import type { FloorPlan, PlannedRequest } from '../lines/line.ts';
import type { IdleReport } from './idleSockets.ts';
import type { Round, RoundOptions } from './loop.ts';
import type { PushOptions, PushReport } from './pushLoad.ts';
import type { Listener } from './realtimeSocket.ts';

/** What the main process gives a load process to do, round by round. */
export type Assignment =
  | { kind: 'http'; port: number; requests: PlannedRequest[] }
  | { kind: 'floor'; databaseUrl: string; floor: FloorPlan }
  | { kind: 'idle'; port: number; listeners: Listener[] };

export type Command =
  | { kind: 'assign'; assignment: Assignment }
  | ({ kind: 'run' } & RoundOptions)
  | ({ kind: 'push' } & PushOptions)
  | { kind: 'idle' };

export interface RoundReport extends Round {
  /** What was wrong with answers; a few of them. */
  errors: string[];
  /** Ids of what was created, as the answers told. */
  created: number[];
}

export type Reply =
  | { kind: 'ready' }
  | { kind: 'ran'; report: RoundReport }
  | { kind: 'pushed'; report: PushReport }
  | { kind: 'idled'; report: IdleReport }
  | { kind: 'failed'; message: string };
