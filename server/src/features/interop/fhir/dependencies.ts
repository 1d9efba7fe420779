import { phaseOf } from './phases.ts';

import type { SourceResource } from './source.ts';

// Types that other resources refer to.
const targets = new Set(['Organization', 'Location', 'Practitioner', 'PractitionerRole', 'Patient', 'Encounter']);

/** Dependencies between bundles: the names a bundle provides, and those it refers to. */
export interface Dependencies {
  provides: Set<string>;
  needs: Set<string>;
}

/** Compares references as written: `Type/id`, `Type?identifier=system|value` and `system|value`. */
export function dependenciesOf(resources: readonly SourceResource[]): Dependencies {
  const provides = new Set<string>();
  const needs = new Set<string>();
  for (const { type, id, fullUrl, json } of resources) {
    if (phaseOf(type) !== null) collectReferences(json, needs);
    if (!targets.has(type)) continue;
    if (id !== null) provides.add(`${type}/${id}`);
    if (fullUrl !== null) provides.add(fullUrl);
    for (const name of identifiersOf(json)) provides.add(name).add(`${type}?identifier=${name}`);
  }
  return { provides, needs: new Set([...needs].filter((name) => !provides.has(name))) };
}

function identifiersOf(json: Record<string, unknown>): string[] {
  if (!Array.isArray(json.identifier)) return [];
  return (json.identifier as unknown[]).map(logicalName).filter((name) => name !== null);
}

function logicalName(identifier: unknown): string | null {
  if (typeof identifier !== 'object' || identifier === null) return null;
  const { system, value } = identifier as { system?: unknown; value?: unknown };
  return typeof system === 'string' && typeof value === 'string' ? `${system}|${value}` : null;
}

/** Iterative, because the sender controls the depth. */
function collectReferences(json: unknown, found: Set<string>): void {
  const stack: unknown[] = [json];
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== 'object' || value === null) continue;
    const { reference, identifier } = value as { reference?: unknown; identifier?: unknown };
    if (typeof reference === 'string') found.add(reference);
    const name = logicalName(identifier);
    if (name !== null) found.add(name);
    // Not spread: an array may be longer than a call may have arguments.
    for (const part of Object.values(value) as unknown[]) stack.push(part);
  }
}

/**
 * Sorts topologically: providers come before the items that need them, and the order is otherwise unchanged. A cycle starts
 * with its first item, whose references are not resolvable yet.
 */
export function inOrderOfNeed<Item extends Dependencies>(items: readonly Item[]): Item[] {
  const providers = new Map<string, Item[]>();
  for (const item of items) {
    for (const name of item.provides) {
      const others = providers.get(name);
      if (others === undefined) providers.set(name, [item]);
      else others.push(item);
    }
  }
  const ordered = new Set<Item>();
  const visited = new Set<Item>();
  // An explicit stack: a chain of bundles may be as long as the list of files.
  const stack = items.toReversed().map((item) => ({ item, isDone: false }));
  while (stack.length > 0) {
    const { item, isDone } = stack.pop() ?? { item: undefined, isDone: true };
    if (item === undefined) continue;
    if (isDone) ordered.add(item);
    if (visited.has(item)) continue;
    visited.add(item);
    stack.push({ item, isDone: true });
    const needed = new Set([...item.needs].flatMap((name) => providers.get(name) ?? []));
    stack.push(...[...needed].filter((other) => !visited.has(other)).map((other) => ({ item: other, isDone: false })));
  }
  return [...ordered];
}
