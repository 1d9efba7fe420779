import { z } from 'zod';

import type { DemoEncounter } from '../encounters.ts';
import type { DemoPatient } from '../patients.ts';
import type { Random } from '../random.ts';

import { readText } from '../content.ts';
import { about, bullets, numbered, wrap } from './text.ts';

/** The patient and the encounter a note is about. */
export interface NoteInput {
  patient: DemoPatient;
  encounter: DemoEncounter;
  random: Random;
}

/** Text, the items of a list, or lines that are printed as they are. */
export type Value = string | readonly string[] | { lines: string };
/** What replaces `{name}`; a function is called at that place, because it draws random numbers. */
export type Values = Readonly<Record<string, Value | (() => Value)>>;

const frontMatter = z.strictObject({ type: z.string(), name: z.string() });

interface Template {
  file: string;
  head: z.infer<typeof frontMatter>;
  blocks: readonly string[];
}

/** The templates that have been read. */
const templates = new Map<string, Template>();

/**
 * Fills in `demo/content/notes/<name>.md`. In a template, `{name}` is a value, {He} and the like refer to the patient,
 * one alternative of `{one|another}` is chosen, and `{2-4}` is a random number. A heading without content is left out.
 */
export function fillTemplate(name: string, input: NoteInput, values: Values) {
  const { file, head, blocks } = templateOf(name);
  const fill = (text: string) => fillText(text, { file, values, ...input });
  const written: string[] = [];
  let heading = '';
  for (const block of blocks) {
    if (block.startsWith('## ')) {
      heading = `${block.slice('## '.length)}\n`;
      continue;
    }
    const text = writeBlock(block, values, fill);
    if (text !== '') written.push(heading + text);
    heading = '';
  }
  return { type: fill(head.type), name: fill(head.name), text: `${written.join('\n\n')}\n` };
}

function templateOf(name: string): Template {
  const known = templates.get(name);
  if (known !== undefined) return known;
  const file = `notes/${name}.md`;
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(readText(file)) ?? [];
  const fields = head.split('\n').map((line) => /^(\w+): '?(.*?)'?$/.exec(line)?.slice(1) ?? [line, '']);
  const parsed = frontMatter.safeParse(Object.fromEntries(fields));
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`demo/content/${file}: ${wrong.join('; ')}`);
  }
  const template = { file, head: parsed.data, blocks: body.trim().split(/\n{2,}/) };
  templates.set(name, template);
  return template;
}

function writeBlock(block: string, values: Values, fill: (text: string) => string): string {
  const items: string[] = [];
  const lines = block.split('\n').flatMap((line) => {
    const [, mark = '', text = ''] = /^(# |- |\d+\. )?(.*)$/.exec(line) ?? [];
    const value = valueOf(text, values);
    if (typeof value === 'object' && 'lines' in value) return value.lines;
    const filled = typeof value === 'object' ? [...value] : [value ?? fill(text)];
    if (mark === '- ') return bullets(filled);
    if (mark === '# ') return filled;
    if (mark === '') return filled.map((one) => (one.includes(' | ') ? one.replaceAll(' | ', '    ') : wrap(one)));
    items.push(...filled);
    return [];
  });
  return [...lines, ...(items.length > 0 ? [numbered(items)] : [])].join('\n');
}

/** The value that a whole line consists of. */
function valueOf(text: string, values: Values): Value | undefined {
  const value = values[/^\{(\w+)\}$/.exec(text)?.[1] ?? ''];
  return typeof value === 'function' ? value() : value;
}

function fillText(text: string, { file, values, patient, random }: NoteInput & { file: string; values: Values }) {
  const fixed = text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return typeof value === 'string' ? value : whole;
  });
  return about(patient, fixed, random, (name) => {
    const value = values[name];
    const found = typeof value === 'function' ? value() : value;
    if (typeof found === 'string') return found;
    throw new Error(`demo/content/${file}: nothing is known as {${name}}`);
  });
}
