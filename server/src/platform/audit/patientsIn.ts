/** Ids of the patients in a response, at any depth: the contracts name every one of them `patientId`. */
export function patientsIn(response: object): number[] {
  const found = new Set<number>();
  const rest: object[] = [response];
  for (let one = rest.pop(); one !== undefined; one = rest.pop()) {
    // Reversed, so that patients are found in the order in which they are shown.
    for (const [key, value] of Object.entries(one).toReversed()) {
      if (typeof value === 'object' && value !== null) rest.push(value as object);
      else if (key === 'patientId' && typeof value === 'number') found.add(value);
    }
  }
  return [...found];
}
