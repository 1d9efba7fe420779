import type { Deps } from '../../core/app.ts';
import { startSealer } from '../../platform/audit/sealer.ts';
import { workers } from '../../features/workers.ts';
import { chooseEmailSender } from '../../core/integrations/email/chooseEmailSender.ts';
import { startWorker } from '../../platform/jobs/worker.ts';

/** Starts the background work: jobs, and sealing the audit. */
export async function startBackground(deps: Deps, databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  const { config, db, log, sessionSecret, storage, renderer, antivirus, senders } = deps;
  const portalUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const worker = await startWorker({
    databaseUrl,
    jobs: workers,
    deps: {
      config,
      db,
      log,
      storage,
      renderer,
      antivirus,
      senders,
      email: chooseEmailSender(config),
      sessionSecret,
      portalUrl,
    },
    log,
  });
  const sealer = startSealer(db, log);
  return {
    async stop() {
      await worker.stop();
      await sealer.stop();
    },
  };
}
