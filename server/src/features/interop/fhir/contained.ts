import { digestOf } from './references.ts';

import type { SourceResource } from './source.ts';

/** What may stand inside a record and has a row of its own here. */
const types = ['Practitioner', 'Location'];

/**
 * A record, after the practitioners and locations that it contains. Those are named after their content, so that one who stands
 * in many records is one row, and the record refers to them by these names.
 */
export function withContained(resource: SourceResource): SourceResource[] {
  const { contained } = resource.json;
  if (!Array.isArray(contained)) return [resource];
  const inside = (contained as unknown[]).filter(isTaken).map(({ id, ...rest }) => {
    const name = `contained-${digestOf(rest)}`;
    const json = { ...rest, id: name };
    return {
      reference: `#${id}`,
      source: { type: rest.resourceType, id: name, fullUrl: null, ifNoneExist: null, json, line: resource.line },
    };
  });
  if (inside.length === 0) return [resource];
  const names = new Map(inside.map(({ reference, source }) => [reference, `${source.type}/${source.id}`]));
  const renamed = JSON.stringify(resource.json, (part, value: unknown) =>
    part === 'reference' && typeof value === 'string' ? (names.get(value) ?? value) : value,
  );
  return [...inside.map(({ source }) => source), { ...resource, json: JSON.parse(renamed) as Record<string, unknown> }];
}

function isTaken(item: unknown): item is { id: string; resourceType: string } & Record<string, unknown> {
  if (typeof item !== 'object' || item === null) return false;
  const { id, resourceType } = item as { id?: unknown; resourceType?: unknown };
  return typeof id === 'string' && typeof resourceType === 'string' && types.includes(resourceType);
}
