/** Street, unit, city, state and ZIP of one place. */
export interface PostalAddress {
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zipcode: string;
}

/** Converts addresses to the standard form of the Postal Service. */
export interface AddressStandardizer {
  /**
   * The standard form of a full address; null if it does not exist or its parts contradict each other.
   * @throws StandardizerUnavailable if it could not be looked up
   */
  standardize(address: PostalAddress): Promise<PostalAddress | null>;
}

export class StandardizerUnavailable extends Error {
  override readonly name = 'StandardizerUnavailable';
}
