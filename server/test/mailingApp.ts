import { startTestApp } from './harness.ts';
import type { TestApp } from './harness.ts';
import { startSmtpServer } from './smtpServer.ts';
import type { SmtpServer } from './smtpServer.ts';

export interface MailingApp {
  app: TestApp;
  smtp: SmtpServer;
  stop: () => Promise<void>;
}

/** Starts the application and a mail server that receives its emails. */
export async function startMailingApp(): Promise<MailingApp> {
  const [app, smtp] = await Promise.all([startTestApp(), startSmtpServer()]);
  return {
    app,
    smtp,
    stop: async () => {
      await smtp.stop();
      await app.stop();
    },
  };
}
