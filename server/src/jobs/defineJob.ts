import type { z } from 'zod';

import type { WorkerDeps } from './deps.ts';

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

/**
 * Does a job. It may run more than once for one job, after a crash even at the same time as a run that is not known to
 * have ended, so it reloads, re-checks and does only what is still to be done. What it throws is kept with the job (see
 * failure.ts) and makes it run again later.
 */
export type JobHandler<Payload> = (deps: WorkerDeps, payload: Payload, run: JobRun) => Promise<void>;

export interface JobSettings<Payload extends z.ZodObject> {
  /** Names the job and its queue: lower-case words joined by dashes. */
  name: string;
  /** Ids, codes and times. Payloads are kept and shown, so they contain nothing of a patient. */
  payload: Payload;
  /** Imports the handler when a worker starts, so that a service can enqueue without loading what only the worker needs. */
  handler: () => Promise<JobHandler<z.output<Payload>>>;
  /** Retries of a failing job. Default 12: with the default delays over about four hours. */
  retryLimit?: number;
  /** The wait before the first retry, in seconds; it doubles with each one, and varies up to twofold. Default 5. */
  retryDelaySeconds?: number;
  /** The longest wait between two retries, in seconds. Default 3,600. */
  retryDelayMaxSeconds?: number;
  /** A run that takes longer counts as failed, in seconds. Default 300. */
  expireInSeconds?: number;
  /**
   * Runs at the same time in one worker process, default 2. They are fetched together, and the next ones when all of
   * them have ended.
   */
  concurrency?: number;
  /** Runs by itself, as cron says (UTC), with an empty payload; once in the whole installation each time. */
  cron?: string;
}

/** A job as enqueue() and the worker see it. */
export type JobDefinition<Payload extends z.ZodObject = z.ZodObject> = Required<
  Omit<JobSettings<Payload>, 'cron' | 'handler'>
> & {
  cron: string | null;
  /** The handler, which checks the payload first. */
  loadHandler: () => Promise<JobHandler<unknown>>;
};

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Declares a job; it has a queue and is worked once its feature lists it in features/index.ts. */
export function defineJob<Payload extends z.ZodObject>({
  handler,
  ...settings
}: JobSettings<Payload>): JobDefinition<Payload> {
  if (!namePattern.test(settings.name)) throw new Error(`"${settings.name}" is no name for a job`);
  if (settings.cron !== undefined) settings.payload.parse({});
  return {
    retryLimit: 12,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3_600,
    expireInSeconds: 300,
    concurrency: 2,
    ...settings,
    cron: settings.cron ?? null,
    async loadHandler() {
      const run = await handler();
      return async (deps, payload, attempt) => await run(deps, settings.payload.parse(payload), attempt);
    },
  };
}

/** Where a job goes whose last retry failed. Nothing works this queue; deadJobs.ts shows it. */
export function deadLetterQueueOf(job: { name: string }): string {
  return `${job.name}.dead`;
}
