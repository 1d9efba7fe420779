import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { JobDefinition } from './defineJob.ts';

/**
 * Whether one of the jobs with this id in its payload is waiting, running, or about to be retried. Without one, work that has not
 * ended never will: its last run was lost with its worker.
 */
export function hasLiveJob(
  jobs: readonly Pick<JobDefinition, 'name'>[],
  key: string,
  id: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const names = sql.join(jobs.map(({ name }) => name));
  return sql`exists (select from pgboss.job j where j.name in (${names}) and j.state in ('created', 'retry', 'active')
    and (j.data ->> ${key}::text)::bigint = ${id})`;
}
