import type { z } from 'zod';

export interface JobSettings<Payload extends z.ZodObject> {
  /** Names the job and its queue: lower-case words joined by dashes. */
  name: string;
  /** Ids, codes and times. Payloads are kept and shown, so nothing of a patient stands in them. */
  payload: Payload;
  /** Runs after the first that a failing job gets. Default 12: with the default delays over about four hours. */
  retryLimit?: number;
  /** The wait before the first retry, in seconds; it doubles with each one, and varies up to twofold. Default 5. */
  retryDelaySeconds?: number;
  /** The longest wait between two retries, in seconds. Default 3,600. */
  retryDelayMaxSeconds?: number;
  /** A run that takes longer counts as failed, in seconds. Default 300. */
  expireInSeconds?: number;
  /** Runs at the same time in one worker process. Default 2. */
  concurrency?: number;
  /** Runs by itself, as cron says (UTC), with an empty payload; once in the whole installation each time. */
  cron?: string;
}

/** What a job is, apart from what it does: what enqueue() and the worker agree on. */
export type JobDefinition<Payload extends z.ZodObject = z.ZodObject> = Required<Omit<JobSettings<Payload>, 'cron'>> & {
  cron: string | null;
};

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Declares a job. The definition lives in features/<feature>/jobs.ts, away from its handler, so that a service can
 * enqueue without importing what the worker needs.
 */
export function defineJob<Payload extends z.ZodObject>(settings: JobSettings<Payload>): JobDefinition<Payload> {
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
  };
}

/** Where a job goes whose last retry failed. Nothing works this queue; deadJobs.ts shows it. */
export function deadLetterQueueOf(job: { name: string }): string {
  return `${job.name}.dead`;
}
