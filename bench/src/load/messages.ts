import type { FloorPlan, PlannedRequest } from '../lines/line.ts';
import type { IdleReport } from './idleSockets.ts';
import type { Round, RoundOptions } from './loop.ts';
import type { PushOptions, PushReport } from './pushLoad.ts';
import type { Listener } from './realtimeSocket.ts';

/** The work that the main process assigns to a load process. */
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
  /** Errors found in responses; only the first few. */
  errors: string[];
  /** Ids of created items, taken from the responses. */
  created: number[];
}

export type Reply =
  | { kind: 'ready' }
  | { kind: 'ran'; report: RoundReport }
  | { kind: 'pushed'; report: PushReport }
  | { kind: 'idled'; report: IdleReport }
  | { kind: 'failed'; message: string };
