import type { z } from 'zod';

/** Parts that hold nothing about the subject of a record, or that are read elsewhere. */
const aside = new Set(['resourceType', 'id', 'meta', 'text', 'contained', 'implicitRules', 'language']);

/** The parts that a resource has and its schema does not read, such as `photo`, each with the number of its entries. */
export function unusedParts(schema: z.ZodType, json: Readonly<Record<string, unknown>>): Map<string, number> {
  const shape = 'shape' in schema ? (schema.shape as Record<string, unknown>) : {};
  const found = new Map<string, number>();
  for (const [key, value] of Object.entries(json)) {
    const isRead = key in shape || aside.has(key) || key.startsWith('_');
    if (key === 'extension' || key === 'modifierExtension') {
      // Patients have one extension that is read; the others are counted by the last word of their address.
      for (const name of extensionsIn(value, isRead)) found.set(name, (found.get(name) ?? 0) + 1);
    } else if (!isRead && value !== null && value !== undefined)
      found.set(key, Array.isArray(value) ? value.length : 1);
  }
  return found;
}

const readExtensions = new Set(['us-core-individual-sex']);

function extensionsIn(value: unknown, isRead: boolean): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const url = typeof item === 'object' && item !== null && 'url' in item ? item.url : null;
    const name = typeof url === 'string' ? (url.split('/').at(-1) ?? '').slice(0, 64) : '';
    return name === '' || (isRead && readExtensions.has(name)) ? [] : [name];
  });
}
