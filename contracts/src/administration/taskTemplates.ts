import { z } from 'zod';
import { get, post } from '../endpoint.ts';
import { id, queryId, version } from '../fields.ts';
import { formatTexts, jsonProblem } from '../fields/formats.ts';
import { listTaskTemplates, taskTemplateField, taskTemplateFile, type TaskTemplateFile } from '../tasks/templates.ts';
import { undeclaredFields } from '../undeclared.ts';
import { archivingEntry, lookupFilter, lookupPageOf, managing, savedEntry, savingEntry } from './lookups.ts';

// Managing the task templates of a client (docs/domain/administration.md#lookups).

export const managedTaskTemplate = z.object({
  id,
  clientId: id,
  name: z.string(),
  description: z.string().nullable(),
  dueInDays: z.number().int().nullable(),
  fields: z.array(taskTemplateField),
  isArchived: z.boolean(),
  version,
});
export type ManagedTaskTemplate = z.infer<typeof managedTaskTemplate>;

export const taskTemplateTexts = {
  jsonRequired: 'Paste a template as JSON',
  /** A field that a template does not have, by its path. */
  unknown: (path: string) => `${path}: a template has no such field`,
} as const;

/** Every problem of a template, each on a line that begins with its path: `fields.0.label: ...`. */
export function templateProblems(value: unknown): string[] {
  const unknown = undeclaredFields(taskTemplateFile, value).map(taskTemplateTexts.unknown);
  const { error } = taskTemplateFile.safeParse(value);
  const wrong = error?.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message));
  return [...unknown, ...(wrong ?? [])];
}

/** The form: a template as JSON text. */
export const taskTemplateForm = z
  .object({ json: z.string().trim().min(1, taskTemplateTexts.jsonRequired) })
  .transform(({ json }, context): TaskTemplateFile => {
    const isJson = jsonProblem(json) === null;
    const value: unknown = isJson ? JSON.parse(json) : null;
    const problems = isJson ? templateProblems(value) : [formatTexts.json];
    for (const message of problems.length > 0 ? [problems.join('\n')] : [])
      context.addIssue({ code: 'custom', path: ['json'], message });
    return problems.length > 0 ? z.NEVER : taskTemplateFile.parse(value);
  });

export const listManagedTaskTemplates = get('/task-templates/list', {
  summary: "Lists task templates of one of the administrator's clients by name.",
  access: managing,
  audit: 'none',
  input: lookupFilter.extend({ clientId: queryId }),
  output: lookupPageOf(managedTaskTemplate),
});

export const getManagedTaskTemplate = get('/task-templates/get', {
  summary: 'Returns a task template.',
  access: managing,
  audit: 'none',
  input: z.object({ id: queryId }),
  output: managedTaskTemplate,
});

/** Reads that show templates. */
const templateReads = [listManagedTaskTemplates, getManagedTaskTemplate, listTaskTemplates];

export const saveTaskTemplate = post('/task-templates/save', {
  summary: 'Adds or replaces a task template of a client. Existing tasks keep the fields they were created with.',
  ...savingEntry,
  makesStale: templateReads,
  input: taskTemplateFile.extend({ ...savedEntry, clientId: id }),
});

export const archiveTaskTemplate = post('/task-templates/archive', {
  summary: 'Archives or restores a task template. Existing tasks are not affected.',
  ...archivingEntry,
  makesStale: templateReads,
});
