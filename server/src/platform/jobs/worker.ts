import { PgBoss } from 'pg-boss';

import { verifyByEnteringRole } from '../db/client.ts';
import { describeFailure } from './failure.ts';

import type { PoolConfig } from 'pg';
import type { Job, JobResult } from 'pg-boss';
import type { Log } from '../db/log.ts';
import type { JobDefinition } from './defineJob.ts';
import type { HandledJob, JobRun } from './handler.ts';

export interface WorkerOptions<Deps> {
  databaseUrl: string;
  jobs: readonly HandledJob<Deps>[];
  /** Dependencies passed to the handlers. */
  deps: Deps;
  log: Log;
  /**
   * Polling interval in seconds; default 5, at least 0.5. New jobs wake the worker by notification; polling is for retries,
   * jobs with a start time, and notifications lost with their connection.
   */
  lookEverySeconds?: number;
}

export interface JobWorker {
  /** Stops taking jobs, waits up to 25 s for running ones, and closes its connections. */
  stop(): Promise<void>;
}

/** A job with its handler and dependencies. */
interface RunnableJob {
  definition: JobDefinition;
  run: (payload: unknown, run: JobRun) => Promise<void>;
}

/** Passed through to the `pg` pool, like every option that pg-boss does not know. */
const poolHooks: { verify: PoolConfig['verify'] } = { verify: verifyByEnteringRole };

/**
 * Runs jobs: each at least once, retried with increasing delays, and finally moved to the dead letters. Any number of
 * processes may run it. installJobs() must have run on this database.
 */
export async function startWorker<Deps>({
  databaseUrl,
  jobs,
  deps,
  log,
  ...options
}: WorkerOptions<Deps>): Promise<JobWorker> {
  const definitions = jobs.map(({ definition }) => definition);
  const scheduled = definitions.filter(({ cron }) => cron !== null);
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'careloop-worker',
    max: 5,
    ...poolHooks,
    migrate: false,
    schedule: scheduled.length > 0,
    // With the heartbeat in install.ts, a job whose worker was killed runs again within a minute.
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15,
    useListenNotify: true,
  });
  let isStopped = false;
  boss.on('error', ({ message }) => {
    // Released connections may still report the database's shutdown.
    if (isStopped) return;
    // Log the message only: the pool attaches the whole client to the error.
    log.error({ reason: message }, 'The job queue reported an error');
  });
  boss.on('warning', ({ message, data }) => log.warn({ data }, message));
  try {
    await boss.start();
    await setSchedules(boss, scheduled);
    for (const { definition, handle } of jobs) {
      const job = { definition, run: (payload: unknown, run: JobRun) => handle(deps, payload, run) };
      await work(boss, job, log, options.lookEverySeconds ?? 5);
    }
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
  return {
    async stop() {
      await stop(boss, definitions);
      isStopped = true;
    },
  };
}

async function stop(boss: PgBoss, jobs: readonly JobDefinition[]): Promise<void> {
  // Stop fetching immediately; boss.stop() alone would first close its listener.
  await Promise.all(jobs.map(async ({ name }) => await boss.offWork(name, { wait: false })));
  await boss.stop({ timeout: 25_000 });
}

async function setSchedules(boss: PgBoss, scheduled: readonly JobDefinition[]): Promise<void> {
  const names = new Set(scheduled.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!names.has(name)) await boss.unschedule(name);
  for (const { name, cron } of scheduled) await boss.schedule(name, cron ?? '', {});
}

/**
 * One loop per job that fetches up to `concurrency` jobs, because each new job wakes every loop of its queue. Long ones have a
 * loop for each run, because a loop fetches again when all that it fetched have ended.
 */
async function work(boss: PgBoss, loaded: RunnableJob, log: Log, lookEverySeconds: number): Promise<void> {
  const { concurrency, isLong } = loaded.definition;
  const loops = isLong ? concurrency : 1;
  const options = { lookEverySeconds, batchSize: concurrency / loops };
  for (let loop = 1; loop <= loops; loop += 1) await startLoop(boss, loaded, log, options);
}

interface LoopOptions {
  lookEverySeconds: number;
  batchSize: number;
}

async function startLoop(
  boss: PgBoss,
  loaded: RunnableJob,
  log: Log,
  { lookEverySeconds, batchSize }: LoopOptions,
): Promise<void> {
  const { name, isLong } = loaded.definition;
  const options = {
    pollingIntervalSeconds: Math.min(1, lookEverySeconds),
    notifyPollingIntervalSeconds: lookEverySeconds,
    batchSize,
    ...(isLong && { groupConcurrency: 1 }),
    perJobResults: true,
  } as const;
  const workerId: string = await boss.work<object>(name, options, async (jobs) => {
    const results = await Promise.all(jobs.map((job) => runJob(loaded, job, log)));
    // There may be more jobs: without this the loop would wait for its polling interval.
    if (jobs.length === batchSize) boss.notifyWorker(workerId);
    return results;
  });
}

async function runJob({ definition, run }: RunnableJob, job: Job<object>, log: Log): Promise<JobResult> {
  const attempt = {
    jobId: job.id,
    attempt: job.retryCount + 1,
    isLastAttempt: job.retryCount >= definition.retryLimit,
  };
  const startedAt = performance.now();
  const failure = await run(job.data, { ...attempt, signal: job.signal }).then(() => null, describeFailure);
  const logged = { job: definition.name, ...attempt, ms: Math.round(performance.now() - startedAt) };
  if (failure === null) {
    log.info(logged, 'Job done');
    return { id: job.id, status: 'completed' };
  }
  log[attempt.isLastAttempt ? 'error' : 'warn']({ ...logged, reason: failure }, 'Job failed');
  // Store only the description, not the error with everything attached to it.
  return { id: job.id, status: 'failed', output: new Error(failure) };
}
