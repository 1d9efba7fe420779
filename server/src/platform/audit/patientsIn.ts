/** Ids of the patients in a response, at any depth, in the order in which they are shown: the contracts name every one of them `patientId`. */
export function patientsIn(response: object): number[] {
  const found = new Set<number>();
  collect(response, found);
  return [...found];
}

/** Without a list of entries for each object: an answer may have ten thousand. */
function collect(value: object, found: Set<number>): void {
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) if (typeof item === 'object' && item !== null) collect(item, found);
    return;
  }
  const fields = value as Record<string, unknown>;
  for (const key of Object.keys(fields)) {
    const field = fields[key];
    if (typeof field === 'object' && field !== null) collect(field, found);
    else if (key === 'patientId' && typeof field === 'number') found.add(field);
  }
}
