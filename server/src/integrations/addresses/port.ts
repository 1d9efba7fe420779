/** Street, unit, city, state and ZIP of one place. */
export interface PostalAddress {
  address1: string;
  address2: string | null;
  city: string;
  state: string;
  zipcode: string;
}

/** Puts addresses into the form that the Postal Service writes them in. */
export interface AddressStandardizer {
  /**
   * The standard form of a full address; null when there is no such place, or its parts contradict each other.
   * @throws StandardizerUnavailable when it could not be looked up
   */
  standardize(address: PostalAddress): Promise<PostalAddress | null>;
}

export class StandardizerUnavailable extends Error {
  override readonly name = 'StandardizerUnavailable';
}
