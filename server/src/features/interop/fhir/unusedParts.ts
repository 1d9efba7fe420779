import type { z } from 'zod';

/** Parts that hold nothing about the subject of a record, or that are read elsewhere. */
const aside = new Set(['resourceType', 'id', 'meta', 'text', 'contained', 'language']);
/** Parts of data types that say how a value is coded or stored, not what is stated. */
const asideWithin = new Set(['id', 'system', 'version', 'userSelected', 'language', 'size', 'format']);

type Part = Readonly<Record<string, unknown>>;
type Found = Map<string, number>;

/**
 * The parts that a resource has and its schema does not read, at any depth, such as `photo` or `reaction.onset`, each with the
 * number of its entries.
 */
export function unusedParts(schema: z.ZodType, json: Part): Map<string, number> {
  const found: Found = new Map();
  addUnused(found, schema, json, { path: '', isAside: (key) => aside.has(key) });
  if (isPart(json['text']) && json['text']['status'] === 'additional') count(found, 'text (additional)', 1);
  for (const type of containedIn(json)) count(found, `contained.${type}`, 1);
  return found;
}

const count = (found: Found, name: string, howMany: number): void => {
  if (howMany > 0) found.set(name, (found.get(name) ?? 0) + howMany);
};

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value);

interface Place {
  /** Ends with a dot, unless it is empty. */
  path: string;
  isAside: (key: string) => boolean;
}

function addUnused(found: Found, schema: z.ZodType, json: Part, { path, isAside }: Place): void {
  const shape = partsOf(schema);
  // The schema takes any value.
  if (shape === null) return;
  for (const [key, value] of Object.entries(json)) {
    const own = Object.hasOwn(shape, key) ? shape[key] : undefined;
    // With one of them a part is left out.
    if (key === 'modifierExtension' || key === 'implicitRules') continue;
    if (key === 'extension') {
      for (const name of extensionsIn(value, own !== undefined)) count(found, `${path}${name}`, 1);
    } else if (own !== undefined) {
      for (const one of [value].flat())
        if (isPart(one))
          addUnused(found, own, one, { path: `${path}${key}.`, isAside: (part) => asideWithin.has(part) });
    } else if (key.startsWith('_')) {
      for (const one of [value].flat())
        if (isPart(one))
          for (const name of extensionsIn(one['extension'], false)) count(found, `${path}${key.slice(1)}.${name}`, 1);
    } else if (!isAside(key) && value !== null && value !== undefined && value !== otherBound(json, key))
      count(found, `${path}${key}`, Array.isArray(value) ? value.length : 1);
  }
}

/** The other bound of a period, of which one may have no place. If both are the same, nothing is lost. */
function otherBound({ start, end }: Part, key: string): unknown {
  return key === 'end' ? start : key === 'start' ? end : undefined;
}

const shapes = new WeakMap<z.ZodType, Record<string, z.ZodType> | null>();

/** The parts that a schema reads of a value, or of each value of a list; null if it takes a value as a whole. */
function partsOf(schema: z.ZodType): Record<string, z.ZodType> | null {
  const known = shapes.get(schema);
  if (known !== undefined) return known;
  const found = shapeOf(schema);
  shapes.set(schema, found);
  return found;
}

function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | null {
  const def = schema.def as z.core.$ZodTypes['_zod']['def'];
  const within = (inner: z.core.$ZodType) => partsOf(inner as z.ZodType);
  switch (def.type) {
    case 'object':
      return def.shape as Record<string, z.ZodType>;
    case 'array':
      return within(def.element);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return within(def.innerType);
    case 'pipe':
      return within(def.in);
    case 'union':
      return Object.assign({}, ...def.options.map((option) => within(option) ?? {})) as Record<string, z.ZodType>;
    default:
      return null;
  }
}

/** Extensions that are read, and those that state only why there is no value, or how one was written. */
const readExtensions = new Set(['us-core-individual-sex', 'us-core-direct', 'geolocation', 'timezone']);
const asideExtensions = new Set(['data-absent-reason', 'rendered-value', 'tz-code', 'tz-offset']);

/** The last words of the addresses of extensions. */
function extensionsIn(value: unknown, isRead: boolean): string[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    const url = isPart(item) ? item['url'] : null;
    const name = typeof url === 'string' ? (url.split('/').at(-1) ?? '').slice(0, 64) : '';
    return name === '' || asideExtensions.has(name) || (isRead && readExtensions.has(name)) ? [] : [name];
  });
}

/** Types of contained resources that are read: with rows of their own, or as a part of the records named. */
const readContained: Partial<Record<string, readonly string[] | 'all'>> = {
  Practitioner: 'all',
  Location: 'all',
  Medication: ['MedicationRequest', 'MedicationStatement'],
  Specimen: ['Observation', 'DiagnosticReport'],
  Coverage: ['Claim', 'ExplanationOfBenefit'],
};

function containedIn(json: Part): string[] {
  const { contained, resourceType } = json;
  if (!Array.isArray(contained)) return [];
  const types = contained.map((one: unknown) => (isPart(one) ? one['resourceType'] : null));
  return types
    .filter((type) => typeof type === 'string')
    .filter((type) => {
      const within = readContained[type];
      return within !== 'all' && within?.includes(String(resourceType)) !== true;
    });
}
