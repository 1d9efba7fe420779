import { startProduct } from './support/product.ts';

/** One product for all journeys. The function it answers ends it, and fails the run when the server logged an error. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await startProduct();
  process.env['CARELOOP_ADDRESS'] = product.address;
  return async () => {
    const log = await product.stop();
    if (log.length > 0) throw new Error(`The server logged during the journeys:\n${log.join('\n')}`);
  };
}
