import { startFaxService } from './faxService.ts';
import { startTestApp } from './harness.ts';

/** An app that sends faxes to a service of its own. */
export async function startFaxingApp() {
  const service = await startFaxService();
  const app = await startTestApp(service.env);
  const stop = async () => {
    await app.stop();
    await service.stop();
  };
  return { app, service, stop };
}

export type FaxingApp = Awaited<ReturnType<typeof startFaxingApp>>;
