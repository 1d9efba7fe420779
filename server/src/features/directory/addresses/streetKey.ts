/** A street without regard to case and punctuation. */
export const streetKey = (street: string) =>
  street
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, ' ')
    .trim();
