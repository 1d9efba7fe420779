import { z } from 'zod';
import { signedIn } from '../access.ts';
import { taskTemplateFieldType } from '../codes/tasks.ts';
import type { TaskTemplateFieldType } from '../codes/tasks.ts';
import { get } from '../endpoint.ts';
import { distinct, id, queryId } from '../fields.ts';

// Task templates of a client (docs/domain/tasks.md).

const fieldTypes = Object.keys(taskTemplateFieldType.table) as [TaskTemplateFieldType, ...TaskTemplateFieldType[]];
/** Field types with options. */
export const fieldTypesWithOptions: readonly TaskTemplateFieldType[] = ['dropdown', 'radio'];

/** Refusals of options on the screen. */
export const optionTexts = {
  required: 'Enter at least one option',
  tooLong: 'An option cannot exceed 100 characters',
  tooMany: 'There can be at most 50 options',
} as const;

/** Refusal of a choice without options, or options of another field. */
const optionsText = 'A dropdown and radio buttons have options; no other field has.';

/** Identifies an answer; must not change with the label. */
export const fieldName = z
  .string()
  .regex(/^[a-z][a-zA-Z0-9]{0,39}$/)
  // Answers are found by it in an object, which has these names already.
  .refine((name) => !(name in Object.prototype), 'This name cannot be used.');

/** A field that is asked for: of a task template, or a question of a referral protocol. */
export const templateField = (longestLabel: number) =>
  z
    .object({
      name: fieldName,
      label: z.string().trim().min(1).max(longestLabel),
      type: z.enum(fieldTypes),
      isRequired: z.boolean().default(false),
      /** Options of a dropdown or radio group. */
      options: z.array(z.string().trim().min(1).max(100)).max(50).overwrite(distinct).default([]),
    })
    .refine((field) => fieldTypesWithOptions.includes(field.type) === field.options.length > 0, {
      path: ['options'],
      message: optionsText,
    });

export const taskTemplateField = templateField(100);
export type TaskTemplateField = z.infer<typeof taskTemplateField>;

/** Whether no two fields have the same name. */
export const haveOwnNames = (fields: readonly { name: string }[]): boolean =>
  new Set(fields.map(({ name }) => name)).size === fields.length;

/** A name for a new field: the words of its label, such as `ejectionFraction`, with a number if that is taken. */
export function fieldNameOf(label: string, taken: ReadonlySet<string>): string {
  const words = label
    .normalize('NFD')
    .replaceAll(/[^a-zA-Z0-9 ]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  const joined = words.map((word, index) =>
    index === 0 ? word.toLowerCase() : `${word.slice(0, 1).toUpperCase()}${word.slice(1).toLowerCase()}`,
  );
  const text = joined.join('').slice(0, 32);
  const name = /^[a-z]/.test(text) ? text : `field${text}`.slice(0, 32);
  if (!taken.has(name) && !(name in Object.prototype)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}${number}`)) return `${name}${number}`;
}

/** A template as it is imported: on the screen, or as a file on the command line. */
export const taskTemplateFile = z.object({
  name: z.string().trim().min(1).max(100),
  /** Initial description of a new task. */
  description: z.string().trim().max(500).nullish(),
  dueInDays: z.number().int().min(0).max(365).nullish(),
  fields: z.array(taskTemplateField).max(20).refine(haveOwnNames, 'Two fields have the same name.').default([]),
  /** False removes it from the choices; existing tasks are not affected. */
  isActive: z.boolean().default(true),
});
export type TaskTemplateFile = z.infer<typeof taskTemplateFile>;

export const taskTemplate = z.object({
  taskTemplateId: id,
  name: z.string(),
  description: z.string().nullable(),
  dueInDays: z.number().int().nullable(),
  fields: z.array(taskTemplateField),
});
export type TaskTemplate = z.infer<typeof taskTemplate>;

export const listTaskTemplates = get('/provider/tasks/templates', {
  summary: "Lists task templates of a patient's client.",
  access: signedIn,
  audit: 'none',
  input: z.object({ patientId: queryId, workQueueEncounterId: queryId.optional() }),
  output: z.object({ items: z.array(taskTemplate) }),
});
