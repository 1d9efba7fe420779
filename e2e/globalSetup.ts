import { startMailbox } from './support/mailbox.ts';
import { startProduct } from './support/product.ts';

/** One product for all journeys. The function it answers ends it, and fails the run when the server logged an error. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const mailbox = await startMailbox();
  const product = await startProduct({
    env: { SMTP_URL: mailbox.url, SUPPORT_PORTAL_URL: 'https://support.example.org/careloop' },
  });
  process.env['CARELOOP_ADDRESS'] = product.address;
  process.env['CARELOOP_DATA_DIR'] = product.dataDir;
  process.env['CARELOOP_MAILBOX'] = mailbox.folder;
  return async () => {
    const log = await product.stop();
    await mailbox.stop();
    if (log.length > 0) throw new Error(`The server logged during the journeys:\n${log.join('\n')}`);
  };
}
