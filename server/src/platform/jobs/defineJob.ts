import type { z } from 'zod';

import type { WorkerDeps } from '../../core/workerDeps.ts';

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

/**
 * Runs a job. It may run more than once per job, and after a crash even concurrently with a run that has not ended, so it
 * must reload its data and do only what remains to be done. An error it throws is stored with the job (see failure.ts) and
 * causes a retry.
 */
export type JobHandler<Payload> = (deps: WorkerDeps, payload: Payload, run: JobRun) => Promise<void>;

export interface JobSettings<Payload extends z.ZodObject> {
  /** Name of the job and its queue: lower-case words joined by dashes. */
  name: string;
  /** Ids, codes and times. Payloads are stored and shown, so they must not contain patient data. */
  payload: Payload;
  /** Imports the handler when a worker starts, so that a service can enqueue without loading the worker's modules. */
  handler: () => Promise<JobHandler<z.output<Payload>>>;
  /** Retries of a failing job. Default 12: with the default delays over about four hours. */
  retryLimit?: number;
  /** Seconds before the first retry; doubles with each retry, with jitter up to twofold. Default 5. */
  retryDelaySeconds?: number;
  /** Maximum seconds between two retries. Default 3,600. */
  retryDelayMaxSeconds?: number;
  /** Seconds after which a run counts as failed. Default 300. */
  expireInSeconds?: number;
  /**
   * Maximum concurrent runs in one worker process, default 2. They are fetched as a batch, and the next batch when all of
   * them have ended.
   */
  concurrency?: number;
  /** Cron schedule (UTC) on which it runs with an empty payload, once per installation each time. */
  cron?: string;
}

/** A job as enqueue() and the worker see it. */
export type JobDefinition<Payload extends z.ZodObject = z.ZodObject> = Required<
  Omit<JobSettings<Payload>, 'cron' | 'handler'>
> & {
  cron: string | null;
  /** Loads the handler, wrapped so that it validates the payload first. */
  loadHandler: () => Promise<JobHandler<unknown>>;
};

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Declares a job. It gets a queue and is run once its feature is listed in features/index.ts. */
export function defineJob<Payload extends z.ZodObject>({
  handler,
  ...settings
}: JobSettings<Payload>): JobDefinition<Payload> {
  if (!namePattern.test(settings.name)) throw new Error(`"${settings.name}" is not a valid job name`);
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

/** Queue for jobs whose last retry failed. Nothing processes it; deadJobs.ts lists it. */
export function deadLetterQueueOf(job: { name: string }): string {
  return `${job.name}.dead`;
}
