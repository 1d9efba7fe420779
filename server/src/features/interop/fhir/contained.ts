import { digestOf } from '../shared/references.ts';

import type { SourceResource } from './source.ts';

/** Contained resource types that get a row of their own. */
const types = ['Practitioner', 'Location'];

/**
 * Returns a resource preceded by the practitioners and locations it contains. Their ids are digests of their content, so that
 * one contained in many records becomes one row, and the record's references are rewritten to these ids.
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
