import type { FieldDef } from 'pg';

type Row = Record<string, unknown>;

/** A key of a row: the value of a field, or an object of further keys, which is null if `field` says so. */
interface Part {
  key: string;
  field: string;
  parts?: Part[];
}

/** By the description of a result, of which a named statement has one per connection. Null if its rows are flat. */
const plans = new WeakMap<readonly FieldDef[], Part[] | null>();

/**
 * Puts the columns that a shape selects for a nested row into an object: `"patient.mrn"` becomes `patient: { mrn }`, and
 * `patient` is null if there is a column `"patient?"` that is false.
 */
export function nestRows(rows: unknown[], fields: readonly FieldDef[]): unknown[] {
  const known = plans.get(fields);
  const plan = known === undefined ? planOf(fields) : known;
  if (known === undefined) plans.set(fields, plan);
  return plan === null ? rows : rows.map((row) => build(plan, row as Row));
}

function build(parts: readonly Part[], row: Row): Row {
  const built: Row = {};
  for (const { key, field, parts: inner } of parts) {
    if (inner === undefined) built[key] = row[field];
    else built[key] = field === '' || row[field] === true ? build(inner, row) : null;
  }
  return built;
}

function planOf(fields: readonly FieldDef[]): Part[] | null {
  if (!fields.some(({ name }) => name.includes('.'))) return null;
  const plan: Part[] = [];
  for (const { name: field } of fields) {
    const isMark = field.endsWith('?');
    const path = (isMark ? field.slice(0, -1) : field).split('.');
    const key = path.pop() ?? '';
    let parts = plan;
    for (const step of path) parts = objectIn(parts, step);
    if (isMark) parts.push({ key, field, parts: [] });
    else parts.push({ key, field });
  }
  return plan;
}

/** The parts of an object, which comes where its first column is. */
function objectIn(parts: Part[], key: string): Part[] {
  const known = parts.find((part) => part.key === key)?.parts;
  if (known !== undefined) return known;
  const inner: Part[] = [];
  parts.push({ key, field: '', parts: inner });
  return inner;
}
