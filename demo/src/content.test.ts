import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { expect, test } from 'vitest';
import { z } from 'zod';

import { named, parseContent } from './content.ts';

const schema = z.array(z.strictObject({ name: z.string(), age: z.number() }));

test('reads a file that fits its schema', () => {
  expect(parseContent('people.json', '[{"name":"Mae","age":81}]', schema)).toEqual([{ name: 'Mae', age: 81 }]);
});

test.each([
  ['a field of the wrong type', '[{"name":"Mae","age":"old"}]', 'demo/content/people.json: 0.age: '],
  ['a field that is missing', '[{"name":"Mae"}]', 'demo/content/people.json: 0.age: '],
  ['a field that is unknown', '[{"name":"Mae","age":81,"zip":1}]', 'demo/content/people.json: 0: '],
  ['a file that is not JSON', '[', 'demo/content/people.json is not JSON'],
])('names the file and %s', (_, text, message) => {
  expect(() => parseContent('people.json', text, schema)).toThrow(message);
});

test('names a person whom the demo does not have', () => {
  expect(() => named([{ lastName: 'Chen' }], 'Chan')).toThrow('The demo has no Chan');
});

test('every data file is read by the program', () => {
  const folder = path.join(import.meta.dirname, '../content');
  const program = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(import.meta.dirname, name), 'utf8'))
    .join('\n');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.extname(name) !== '')
    .map((name) => path.basename(name, path.extname(name)));
  expect(names.filter((name) => !program.includes(`'${name}'`))).toEqual([]);
});
