import type { z } from 'zod';
import type { JobDefinition } from './defineJob.ts';

/** What a handler knows about the run it is in. */
export interface JobRun {
  jobId: string;
  /** Counts from 1. */
  attempt: number;
  /** When this run fails, the job goes to the dead letters. */
  isLastAttempt: boolean;
  /** Aborted when the run took too long, the worker stops without waiting, or another worker has taken the job. */
  signal: AbortSignal;
}

/** A job and what it does, as the worker takes it. */
export interface JobHandler {
  job: JobDefinition;
  run: (payload: unknown, run: JobRun) => Promise<void>;
}

/**
 * Ties a handler to its job. The handler may run more than once for one job, after a crash even at the same time as
 * a run that is not known to have ended, so it reloads, re-checks and does only what is still to be done. What it
 * throws is kept with the job (see failure.ts) and makes it run again later.
 */
export function handle<Payload extends z.ZodObject>(
  job: JobDefinition<Payload>,
  handler: (payload: z.output<Payload>, run: JobRun) => Promise<void>,
): JobHandler {
  return {
    job,
    run: async (payload, run) => await handler(job.payload.parse(payload), run),
  };
}
