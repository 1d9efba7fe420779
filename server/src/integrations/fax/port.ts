import type { DeliverySender } from '../sender.ts';

/** Something that sends faxes and rents fax numbers. */
export interface FaxSender extends DeliverySender {
  /** Area codes in which a new number can be had. */
  areaCodes(): Promise<string[]>;
  /**
   * Rents a number in an area code.
   * @returns the number in E.164
   * @throws UndeliverableError when there is none
   */
  provision(areaCode: string): Promise<string>;
}
