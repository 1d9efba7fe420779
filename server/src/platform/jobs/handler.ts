import type { z } from 'zod';

import type { JobDefinition, JobSet } from './defineJob.ts';

/** The current run of a job, passed to its handler. */
export interface JobRun {
  jobId: string;
  /** Counts from 1. */
  attempt: number;
  /** True if the job becomes a dead letter when this run fails. */
  isLastAttempt: boolean;
  /** Aborted if the run takes too long, the worker stops without waiting, or another worker has taken over the job. */
  signal: AbortSignal;
}

/** What a handler needs that records how its work ended. */
export type JobAttempt = Pick<JobRun, 'isLastAttempt'>;

/**
 * Runs a job. It may run more than once per job, and after a crash even concurrently with a run that has not ended, so it
 * must reload its data and do only what remains to be done. An error it throws is stored with the job (see failure.ts) and
 * causes a retry.
 */
export type JobHandler<Payload, Deps> = (deps: Deps, payload: Payload, run: JobRun) => Promise<void>;

/** A handler for each job of a set. */
export type JobHandlers<Jobs extends JobSet, Deps> = {
  [Name in keyof Jobs]: JobHandler<z.output<Jobs[Name]['payload']>, Deps>;
};

/** A job that a worker can run. */
export interface HandledJob<Deps> {
  definition: JobDefinition;
  /** Validates the payload and runs the handler. */
  handle: JobHandler<unknown, Deps>;
}

export function withHandlers<Jobs extends JobSet, Deps>(
  jobs: Jobs,
  handlers: JobHandlers<Jobs, Deps>,
): HandledJob<Deps>[] {
  return Object.entries(jobs).map(([name, definition]) => {
    const run = handlers[name] as JobHandler<unknown, Deps>;
    return {
      definition,
      handle: async (deps, payload, attempt) => await run(deps, definition.payload.parse(payload), attempt),
    };
  });
}
