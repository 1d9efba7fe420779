interface Place {
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
}

/** "12 Main St, Suite 4, Boston, MA 02115"; empty if nothing is known. */
export function placeText({ address1, address2, city, state, zipcode }: Place): string {
  const stateAndZip = [state, zipcode].filter(Boolean).join(' ');
  return [address1, address2, city, stateAndZip].filter(Boolean).join(', ');
}
