import { jobsOf } from '../src/core/feature.ts';
import { features } from '../src/features/index.ts';
import { installJobs } from '../src/platform/jobs/install.ts';
import { silentLog } from '../src/platform/db/log.ts';
import { migrate } from '../src/platform/db/migrate.ts';

// node server/test/fillTemplate.ts URL: migrates the database that every test file clones, and creates the queues of
// all jobs in it. A process of its own: Vitest would transform the whole server once more to know the jobs.

const [url] = process.argv.slice(2);
if (url === undefined) throw new Error('Usage: node server/test/fillTemplate.ts URL');
await migrate({ url, log: silentLog });
await installJobs({ databaseUrl: url, jobs: jobsOf(features), log: silentLog });
