import type { z } from 'zod';

export interface JobSettings<Payload extends z.ZodObject> {
  /** Name of the job and its queue: lower-case words joined by dashes. */
  name: string;
  /** Ids, codes and times. Payloads are stored and shown, so they must not contain patient data. */
  payload: Payload;
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
  /**
   * For runs that may take minutes: each fetches the next job by itself when it ends, and those of one group (`EnqueueOptions`)
   * run one at a time, so that nobody's long job holds up those of others.
   */
  isLong?: boolean;
  /** Cron schedule (UTC) on which it runs with an empty payload, once per installation each time. */
  cron?: string;
}

/** A job as enqueue() and the worker see it: everything but its handler, which only the worker knows (handler.ts). */
export type JobDefinition<Payload extends z.ZodObject = z.ZodObject> = Required<Omit<JobSettings<Payload>, 'cron'>> & {
  cron: string | null;
};

/** The jobs of a feature, by the name of their constant. */
export type JobSet = Record<string, JobDefinition>;

const namePattern = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Declares a job. It gets a queue once its feature lists it, and does not compile without a handler in the feature's worker.ts. */
export function defineJob<Payload extends z.ZodObject>(settings: JobSettings<Payload>): JobDefinition<Payload> {
  if (!namePattern.test(settings.name)) throw new Error(`"${settings.name}" is not a valid job name`);
  if (settings.cron !== undefined) settings.payload.parse({});
  return {
    retryLimit: 12,
    retryDelaySeconds: 5,
    retryDelayMaxSeconds: 3_600,
    expireInSeconds: 300,
    concurrency: 2,
    isLong: false,
    ...settings,
    cron: settings.cron ?? null,
  };
}

/** Queue for jobs whose last retry failed. Nothing processes it; deadJobs.ts lists it. */
export function deadLetterQueueOf(job: { name: string }): string {
  return `${job.name}.dead`;
}
