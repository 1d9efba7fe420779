import { z } from 'zod';
import { signedIn } from '../access.ts';
import { taskTemplateFieldType } from '../codes/tasks.ts';
import type { TaskTemplateFieldType } from '../codes/tasks.ts';
import { get } from '../endpoint.ts';
import { id, queryId } from '../fields.ts';

// Task templates of a client (docs/domain/tasks.md).

const fieldTypes = Object.keys(taskTemplateFieldType.table) as [TaskTemplateFieldType, ...TaskTemplateFieldType[]];
/** Field types with options. */
const choices: readonly TaskTemplateFieldType[] = ['dropdown', 'radio'];

export const taskTemplateField = z
  .object({
    /** Identifies the answer; must not change with the label. */
    name: z.string().regex(/^[a-z][a-zA-Z0-9]{0,39}$/),
    label: z.string().trim().min(1).max(100),
    type: z.enum(fieldTypes),
    isRequired: z.boolean().default(false),
    /** Options of a dropdown or radio group. */
    options: z.array(z.string().trim().min(1).max(100)).max(50).default([]),
  })
  .refine((field) => choices.includes(field.type) === field.options.length > 0, {
    path: ['options'],
    message: 'A dropdown and radio buttons have options; no other field has.',
  });
export type TaskTemplateField = z.infer<typeof taskTemplateField>;

/** A template as it is imported: on the screen, or as a file on the command line. */
export const taskTemplateFile = z.object({
  name: z.string().trim().min(1).max(100),
  /** Initial description of a new task. */
  description: z.string().trim().max(500).nullish(),
  dueInDays: z.number().int().min(0).max(365).nullish(),
  fields: z
    .array(taskTemplateField)
    .max(20)
    .refine(
      (fields) => new Set(fields.map(({ name }) => name)).size === fields.length,
      'Two fields have the same name.',
    )
    .default([]),
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
