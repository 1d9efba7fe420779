import { sql } from 'kysely';

import { credentialJobs } from '../src/features/session/credentialJobs.ts';
import { smtpSender } from '../src/core/integrations/email/smtp.ts';
import type { JobDefinition } from '../src/platform/jobs/defineJob.ts';
import type { JobRun } from '../src/platform/jobs/handler.ts';
import type { TestApp } from './harness.ts';
import type { SmtpServer } from './smtpServer.ts';
import { workers } from '../src/features/workers.ts';
import type { HandledJob } from '../src/platform/jobs/handler.ts';
import type { WorkerDeps } from '../src/core/worker.ts';

/** Run information for handlers called by tests. */
export const jobRun: JobRun = {
  jobId: 'x',
  attempt: 1,
  isLastAttempt: false,
  signal: new AbortController().signal,
};

export const portalUrl = 'https://portal.example';

/** Runs a job as the worker does. */
export function handlerOf({ name }: { name: string }): HandledJob<WorkerDeps>['handle'] {
  const found = workers.find(({ definition }) => definition.name === name);
  if (found === undefined) throw new Error(`There is no job ${name}`);
  return found.handle;
}

/** Runs the queued jobs like a worker, each so many times, and returns the emails they sent. */
export async function workJobs(
  { app, smtp }: { app: TestApp; smtp: SmtpServer },
  jobs: readonly JobDefinition[],
  runs = 1,
): Promise<{ to: string; text: string }[]> {
  const sentBefore = smtp.messages.length;
  const deps = { ...app.deps, portalUrl, email: smtpSender(smtp.url) };
  for (const job of jobs) {
    const handler = handlerOf(job);
    for (const data of await takeJobs(app, job.name)) {
      for (let run = 0; run < runs; run += 1) await handler(deps, data, jobRun);
    }
  }
  return smtp.messages.slice(sentBefore).map((mail) => ({ to: mail.to, text: textOf(mail) }));
}

/** Runs the queued credential jobs like a worker, and returns the emails they sent. */
export async function workCredentialJobs(app: TestApp, smtp: SmtpServer): Promise<SmtpServer['messages']> {
  const sentBefore = smtp.messages.length;
  for (const { name } of Object.values(credentialJobs)) {
    for (const data of await takeJobs(app, name)) await runCredentialJob(app, smtp, name, data);
  }
  return smtp.messages.slice(sentBefore);
}

/** Runs one credential job. */
export async function runCredentialJob(app: TestApp, smtp: SmtpServer, name: string, data: object): Promise<void> {
  const deps = { ...app.deps, portalUrl, email: smtpSender(smtp.url) };
  await handlerOf({ name })(deps, data, jobRun);
}

/** Removes the queued jobs with a name from the queue, and returns their payloads, oldest first. */
export async function takeJobs(app: TestApp, name: string): Promise<object[]> {
  const { rows } = await sql<{ data: object }>`
    with taken as (delete from pgboss.job where name = ${name} returning data, created_on)
    select data from taken order by created_on`.execute(app.db);
  return rows.map(({ data }) => data);
}

/** Text of an email, decoded from quoted-printable. */
export function textOf(message: { text: string }): string {
  return message.text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}
