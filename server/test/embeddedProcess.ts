import { startEmbeddedPostgres } from '../src/platform/db/embedded.ts';
import { acquireInstanceLock } from '../src/platform/db/instanceLock.ts';
import { silentLog } from '../src/platform/db/log.ts';

/** Simulates a product that will be killed: locks DATA_DIR, starts the database, reports it and waits. */
const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('Usage: embeddedProcess.ts DATA_DIR');

const lock = acquireInstanceLock(dataDir, { name: 'Careloop' });
const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
lock.describe({ name: 'Careloop', address: 'http://127.0.0.1:3999' });
process.stdout.write(`${JSON.stringify({ url: postgres.url, pid: postgres.pid })}\n`);
setInterval(() => {}, 60_000);
