import { readersNotes } from './build.ts';
import { withContained } from './contained.ts';
import { earlierRelease } from './release.ts';
import { modifiedParts, modifierOf } from './readParts.ts';
import { cleanLine, quoted } from './text.ts';

import type { Entry } from './build.ts';
import type { Problem, SourceResource } from './source.ts';

// Message and history bundles report events, not a state that can be imported.
const readableTypes = ['transaction', 'batch', 'collection', 'searchset', 'document'];

/** The content of one JSON value of a file. */
export type Content =
  /** A resource, preceded by the resources it contains. */
  | { kind: 'resource'; resources: SourceResource[] }
  | { kind: 'bundle'; resources: SourceResource[]; problems: Problem[] }
  | { kind: 'unreadable'; problem: Problem };

/** Classifies a parsed JSON value as a bundle, a resource, or unreadable with the reason. */
export function contentOf(json: unknown, line: number | null): Content {
  if (!isObject(json)) return unreadable(line, 'is JSON, but not a FHIR resource');
  const type = resourceTypeOf(json);
  if (type === null) return unreadable(line, 'is JSON, but has no resourceType: not a FHIR resource');
  if (type !== 'Bundle') {
    const resource = resourceOf(json, type, null, null, line);
    return ofEarlierRelease([resource], line) ?? { kind: 'resource', resources: withContained(resource) };
  }
  if (typeof json.type !== 'string' || !readableTypes.includes(json.type)) {
    return unreadable(line, `is a Bundle of type ${quoted(json.type)}; ${readableTypes.join(', ')} can be read`);
  }
  const modifier = modifierOf(json);
  if (modifier !== null) return unreadable(line, `is a Bundle that ${modifier}`);
  if (json.entry !== undefined && !Array.isArray(json.entry))
    return unreadable(line, 'has entries that are not a list');
  return readEntries((json.entry ?? []) as unknown[], line);
}

function unreadable(line: number | null, reason: string): Content {
  return { kind: 'unreadable', problem: { type: null, id: null, line, reason } };
}

function readEntries(entries: unknown[], line: number | null): Content {
  const resources: SourceResource[] = [];
  const problems: Problem[] = [];
  entries.forEach((entry, index) => {
    const read = readEntry(entry, line);
    if (typeof read === 'string') problems.push({ type: null, id: `entry ${index + 1}`, line, reason: read });
    else if (read !== null) resources.push(...withContained(read));
  });
  return ofEarlierRelease(resources, line) ?? { kind: 'bundle', resources, problems };
}

/** Refuses records in the form of an earlier release, which would be misread as R4. */
function ofEarlierRelease(resources: readonly SourceResource[], line: number | null): Content | null {
  const release = resources.map(earlierRelease).find((found) => found !== null);
  return release === undefined ? null : unreadable(line, `is FHIR ${release}; only R4 can be read`);
}

/** @returns the resource, the reason the entry was rejected, or null for an entry that can be skipped silently */
function readEntry(entry: unknown, line: number | null): SourceResource | string | null {
  if (!isObject(entry)) return 'is not a bundle entry';
  const request = isObject(entry.request) ? entry.request : {};
  const method = typeof request.method === 'string' ? request.method : 'POST';
  if (method === 'DELETE' || method === 'PATCH') return `asks for ${method}, which an import does not support`;
  if (method === 'GET' || method === 'HEAD') return null;
  if (!isObject(entry.resource)) return 'has no resource';
  const [modified] = modifiedParts({ ...entry, resource: undefined });
  if (modified !== undefined) return modified.why;
  const type = resourceTypeOf(entry.resource);
  if (type === null) return 'has a resource without resourceType';
  const ifNoneExist = typeof request.ifNoneExist === 'string' ? cleanLine(request.ifNoneExist) : null;
  const fullUrl = typeof entry.fullUrl === 'string' ? cleanLine(entry.fullUrl) || null : null;
  const resource = resourceOf(entry.resource, type, fullUrl, ifNoneExist, line);
  const notes = (entry as Partial<Entry>)[readersNotes];
  return notes === undefined ? resource : { ...resource, notes };
}

function resourceOf(
  json: Record<string, unknown>,
  type: string,
  fullUrl: string | null,
  ifNoneExist: string | null,
  line: number | null,
): SourceResource {
  const own = typeof json.id === 'string' ? cleanLine(json.id).slice(0, 128) || null : null;
  return { type, id: own ?? idInUrl(fullUrl), fullUrl, ifNoneExist, json, line };
}

function idInUrl(fullUrl: string | null): string | null {
  return /^(?:urn:uuid:|https?:\/\/.*\/)([0-9A-Za-z.-]{1,64})$/.exec(fullUrl ?? '')?.[1] ?? null;
}

function resourceTypeOf(json: Record<string, unknown>): string | null {
  const type = json.resourceType;
  return typeof type === 'string' && /^[A-Z][A-Za-z]{1,63}$/.test(type) ? type : null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
