import type { z } from 'zod';

/** Finds the undeclared fields of a value and adds their paths. */
type Search = (value: unknown, path: string, found: string[]) => void;

/** Maximum number of fields that are named. */
const namedFields = 20;

const searches = new WeakMap<z.core.$ZodType, Search | null>();

/**
 * Paths of the fields of a value that its schema does not declare, at every depth: `page`, `addresses.0.zip`. Parsing drops
 * them, so a caller who misspelled a field would be answered as if it had not been sent.
 */
export function undeclaredFields(schema: z.core.$ZodType, value: unknown): string[] {
  const found: string[] = [];
  searchOf(schema)?.(value, '', found);
  return found;
}

/** The search of a schema, made once; null if its values have no declared fields. */
function searchOf(schema: z.core.$ZodType): Search | null {
  const known = searches.get(schema);
  if (known !== undefined) return known;
  const search = searchFor(schema);
  searches.set(schema, search);
  return search;
}

/** The definition of a schema, which zod's classes expose as `def`. */
const defOf = (schema: z.core.$ZodType) => (schema as unknown as { def: z.core.$ZodTypes['_zod']['def'] }).def;

function searchFor(schema: z.core.$ZodType): Search | null {
  const def = defOf(schema);
  switch (def.type) {
    case 'object':
      return inObject(def);
    case 'array':
      return inItems(searchOf(def.element));
    case 'record':
      return inValues(searchOf(def.valueType));
    case 'union':
      return inOption(def);
    case 'pipe':
      // A preprocessed value has the fields of what it becomes.
      return searchOf(defOf(def.in).type === 'transform' ? def.out : def.in);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return searchOf(def.innerType);
    case 'intersection':
    case 'tuple':
    case 'lazy':
    case 'map':
    case 'set':
    case 'promise':
      throw new Error(`Undeclared fields are not found within a schema of the type ${def.type}`);
    default:
      return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const join = (path: string, name: string | number) => (path === '' ? String(name) : `${path}.${name}`);

function inObject({ shape, catchall }: z.core.$ZodObjectDef): Search {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, searchOf(field)]));
  // A strict object names undeclared fields itself, a loose one takes them.
  const isOpen = catchall !== undefined;
  return (value, path, found) => {
    if (!isObject(value)) return;
    for (const name of Object.keys(value)) {
      const search = fields.get(name);
      if (search !== undefined) search?.(value[name], join(path, name), found);
      else if (!isOpen && found.length < namedFields) found.push(join(path, name));
    }
  };
}

function inItems(search: Search | null): Search | null {
  if (search === null) return null;
  return (value, path, found) => {
    if (Array.isArray(value)) value.forEach((item, index) => search(item, join(path, index), found));
  };
}

function inValues(search: Search | null): Search | null {
  if (search === null) return null;
  return (value, path, found) => {
    if (isObject(value)) for (const name of Object.keys(value)) search(value[name], join(path, name), found);
  };
}

function inOption(def: z.core.$ZodUnionDef): Search | null {
  const options = def.options.map((option) => ({ option, search: searchOf(option) }));
  const withFields = options.filter(({ search }) => search !== null);
  if (withFields.length === 0) return null;
  const { discriminator } = def as Partial<z.core.$ZodDiscriminatedUnionDef>;
  if (discriminator === undefined) {
    if (withFields.length === 1) return withFields[0]!.search;
    throw new Error('A union of several objects needs a discriminator, or their undeclared fields are not found');
  }
  return (value, path, found) => {
    if (!isObject(value)) return;
    const chosen = options.find(({ option }) => {
      const { shape } = option as Partial<z.ZodObject>;
      return (shape?.[discriminator] as z.ZodType | undefined)?.safeParse(value[discriminator]).success === true;
    });
    chosen?.search?.(value, path, found);
  };
}
