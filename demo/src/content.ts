import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/** @throws an error that names the file and the field that is wrong */
export function readContent<Schema extends z.ZodType>(name: string, schema: Schema): z.output<Schema> {
  return parseContent(`${name}.json`, readText(`${name}.json`), schema);
}

/** The text of a file in `demo/content`. */
export function readText(file: string): string {
  return readFileSync(path.join(import.meta.dirname, '../content', file), 'utf8');
}

export function parseContent<Schema extends z.ZodType>(file: string, text: string, schema: Schema): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new Error(`demo/content/${file} is not JSON`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`demo/content/${file}: ${wrong.join('; ')}`);
}

/** One of the names in a table. */
export function keyOf<Table extends object>(table: Table) {
  return z.enum(Object.keys(table) as (keyof Table & string)[]);
}

/** The person with this last name. */
export function named<Person extends { lastName: string }>(people: readonly Person[], lastName: string): Person {
  const person = people.find((one) => one.lastName === lastName);
  if (person === undefined) throw new Error(`The demo has no ${lastName}`);
  return person;
}
