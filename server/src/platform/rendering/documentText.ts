/** An address in one line, or null if every part is empty. */
export const addressLine = (parts: {
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
}) =>
  [
    parts.address1,
    parts.address2,
    [parts.city, [parts.state, parts.zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
  ]
    .filter(Boolean)
    .join(', ') || null;
