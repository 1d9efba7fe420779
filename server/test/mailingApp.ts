import { hashPassword } from '../src/access/passwords.ts';
import { startTestApp } from './harness.ts';
import type { TestApp } from './harness.ts';
import { startSmtpServer } from './smtpServer.ts';
import type { SmtpServer } from './smtpServer.ts';

/** What tests about credentials build their users with. */
export const password = 'correct horse battery';

export interface MailingApp {
  app: TestApp;
  smtp: SmtpServer;
  /** Of `password`: hashing takes its time, once is enough. */
  passwordHash: string;
  stop: () => Promise<void>;
}

/** The product and a place where its mails arrive. */
export async function startMailingApp(): Promise<MailingApp> {
  const [app, smtp, passwordHash] = await Promise.all([startTestApp(), startSmtpServer(), hashPassword(password)]);
  return {
    app,
    smtp,
    passwordHash,
    stop: async () => {
      await smtp.stop();
      await app.stop();
    },
  };
}
