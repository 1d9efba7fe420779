import { outbox, UndeliverableError } from '../sender.ts';
import type { FaxSender } from './port.ts';

/** Keeps faxes in the ledger only, and has no numbers to rent. */
export const faxOutbox: FaxSender = {
  ...outbox,
  areaCodes: () => Promise.resolve([]),
  provision: () => Promise.reject(new UndeliverableError('No fax service is set up.')),
};
