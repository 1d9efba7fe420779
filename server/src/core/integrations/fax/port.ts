import type { DeliverySender } from '../sender.ts';

/** Sends faxes and rents fax numbers. */
export interface FaxSender extends DeliverySender {
  /** Area codes in which a new number is available. */
  areaCodes(): Promise<string[]>;
  /**
   * Rents a number in an area code.
   * @returns the number in E.164
   * @throws UndeliverableError if none is available
   */
  provision(areaCode: string): Promise<string>;
}
