import { Rejection } from './draft.ts';
import { unusedParts } from './unusedParts.ts';

import type { z } from 'zod';
import { isChangedInFuture } from './source.ts';

import type { SourceResource } from './source.ts';

type Issue = z.core.$ZodIssue;

/** More than any real record has; each round leaves out at least one part. */
const mostRounds = 50;

/**
 * Reads the used parts of a resource. A part that cannot be read, such as a date that does not exist, is left out and named in
 * `unread` of the source, and the rest of the record is read. Parts that have no place in the product are counted in `unused`.
 * @throws Rejection if a `modifierExtension` or `implicitRules` may change the meaning of the whole record: none are known here
 */
export function readParts<Schema extends z.ZodType>(schema: Schema, source: SourceResource): z.infer<Schema> {
  source.unread = [];
  source.unused = unusedParts(schema, source.json);
  if (isChangedInFuture(source)) source.unread.push('left out: meta.lastUpdated is in the future');
  const modified = modifiedParts(source.json);
  let parsed = schema.safeParse(source.json);
  if (parsed.success && modified.length === 0) return parsed.data;
  const json = structuredClone(source.json);
  for (const { path, why } of modified) {
    if (path.length === 0) throw new Rejection(why);
    remove(json, path);
    source.unread.push(`left out: ${named(path)} ${why}`);
  }
  if (modified.length > 0) parsed = schema.safeParse(compacted(json));
  for (let round = 0; !parsed.success && round < mostRounds; round += 1) {
    for (const issue of parsed.error.issues) source.unread.push(leaveOut(json, issue));
    parsed = schema.safeParse(compacted(json));
  }
  if (!parsed.success) throw new Rejection('has too many parts that cannot be read');
  return parsed.data;
}

/** The outermost parts that something unknown modifies, with what it does: they may state the opposite. */
export function modifiedParts(
  value: unknown,
  path: readonly PropertyKey[] = [],
): { path: readonly PropertyKey[]; why: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  const why = modifierOf(value);
  if (why !== null) return [{ path, why }];
  return Object.entries(value).flatMap(([key, one]) =>
    modifiedParts(one, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** What may change the meaning of a part. Rules are stated on a whole resource only. */
export function modifierOf(value: { modifierExtension?: unknown; implicitRules?: unknown }): string | null {
  const lastWord = (address: unknown) => String(address).split('/').at(-1)?.slice(0, 64) ?? '';
  const extension = [value.modifierExtension]
    .flat()
    .find((one): one is { url: unknown } => typeof one === 'object' && one !== null && 'url' in one);
  if (extension !== undefined) return `has an extension that changes its meaning: ${lastWord(extension.url)}`;
  const { implicitRules: rules } = value;
  return typeof rules === 'string' && rules.trim() !== ''
    ? `follows rules that may change its meaning: ${lastWord(rules)}`
    : null;
}

/** Counts the entries of lists that have no place beside the one in use; numbers below one are ignored. */
export function countOthers(source: SourceResource, others: Readonly<Record<string, number>>): void {
  const unused = new Map(source.unused);
  for (const [part, howMany] of Object.entries(others)) if (howMany > 0) unused.set(`${part} (others)`, howMany);
  source.unused = unused;
}

/** Counts a part that was read but has no place in this record. */
export function leavePart(source: SourceResource, part: string, howMany = 1): void {
  if (howMany <= 0) return;
  const unused = new Map(source.unused);
  source.unused = unused.set(part, (unused.get(part) ?? 0) + howMany);
}

/**
 * The first of several parts that are stated, for a place that holds one. The others are counted if they say something else.
 * @param said what a part says, to compare
 */
export function firstStated<Value>(
  source: SourceResource,
  parts: Readonly<Record<string, Value | null | undefined>>,
  said: (value: Value) => unknown = (value) => value,
): Value | null {
  const stated = Object.entries(parts).filter((part): part is [string, Value] => (part[1] ?? null) !== null);
  const [first, ...others] = stated;
  if (first === undefined) return null;
  for (const [name, value] of others) if (said(value) !== said(first[1])) leavePart(source, name);
  return first[1];
}

/** Removes the part that an issue is about, or what it is a part of if it is missing there. @returns what is left out, and why */
function leaveOut(json: Record<string, unknown>, { path, code, message, ...issue }: Issue): string {
  const kept = code === 'too_big' && 'maximum' in issue ? Number(issue.maximum) : null;
  const whole = at(json, path);
  if (kept !== null && Array.isArray(whole)) whole.length = kept;
  else remove(json, whole === undefined ? path.slice(0, -1) : path);
  return `left out: ${named(path)} ${message}`;
}

function at(json: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (found, part) =>
      typeof found === 'object' && found !== null ? (found as Record<PropertyKey, unknown>)[part] : undefined,
    json,
  );
}

function remove(json: unknown, path: readonly PropertyKey[]): void {
  const parent = at(json, path.slice(0, -1));
  const last = path.at(-1);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  (parent as Record<PropertyKey, unknown>)[last] = undefined;
}

/** Lists without the entries that were left out. */
function compacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => item !== undefined).map(compacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, compacted(item)]));
}

/** For example `identifier[0].system`. */
function named(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : `${index > 0 ? '.' : ''}${String(part)}`))
    .join('');
}
