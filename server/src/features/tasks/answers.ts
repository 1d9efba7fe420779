import { emailProblem } from '@careloop/contracts/fields/contact';
import { parseDay } from '@careloop/contracts/fields/dates';
import { phoneProblem, tidyPhone } from '@careloop/contracts/fields/phone';
import { taskTexts } from '@careloop/contracts/tasks';
import type { TaskAnswer, TaskFields } from '@careloop/contracts/tasks';
import type { TaskTemplate, TaskTemplateField } from '@careloop/contracts/tasks/templates';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { invalidInput } from '../../platform/errors.ts';

const template = shape<TaskTemplate, { tt: 'task_template' }>({
  taskTemplateId: 'tt.task_template_id',
  name: 'tt.name',
  description: 'tt.description',
  dueInDays: 'tt.due_in_days',
  fields: 'tt.fields' as never,
});

/** The task templates a client offers. */
export async function findTemplates(db: Db, clientId: number): Promise<TaskTemplate[]> {
  const { rows } = await template.from`task_template tt where tt.client_id = ${clientId} and not tt.is_archived
    order by tt.name`.execute(db);
  return rows;
}

type Given = NonNullable<TaskFields['answers']>;

/**
 * Validates the answers against the client's template, and returns them in the stored format.
 * @param before the task's current template, which may no longer be offered
 * @throws AppError `invalid_input`, with fields named `answers.<name>`
 */
export async function readAnswers(
  db: Db,
  {
    clientId,
    taskTemplateId,
    before,
    answers,
  }: { clientId: number; taskTemplateId: number | null; before: number | null; answers: Given },
): Promise<TaskAnswer[]> {
  if (taskTemplateId === null) return [];
  const { rows } = await template.from`task_template tt where tt.client_id = ${clientId}
    and tt.task_template_id = ${taskTemplateId} and (not tt.is_archived or tt.task_template_id = ${before})`.execute(
    db,
  );
  if (rows[0] === undefined) throw invalidInput({ taskTemplateId: taskTexts.unknownTemplate });
  const kept: TaskAnswer[] = [];
  const errors: Record<string, string> = {};
  for (const field of rows[0].fields) {
    const given = answers[field.name] ?? null;
    if (given === null || given === '' || given === false) {
      if (field.isRequired) errors[`answers.${field.name}`] = taskTexts.fieldRequired(field.label);
      continue;
    }
    const answer = await readAnswer(db, field, given);
    if (answer === null) errors[`answers.${field.name}`] = taskTexts.fieldInvalid(field.label);
    else kept.push({ name: field.name, label: field.label, healthcareProviderId: null, ...answer });
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return kept;
}

type Read = Pick<TaskAnswer, 'text'> & Partial<TaskAnswer>;

async function readAnswer(db: Db, field: TaskTemplateField, given: string | number | true): Promise<Read | null> {
  switch (field.type) {
    case 'checkbox':
      return given === true ? { text: 'Yes' } : null;
    case 'phone':
      return typeof given === 'string' && phoneProblem(given) === null ? { text: tidyPhone(given) } : null;
    case 'email':
      return typeof given === 'string' && emailProblem(given.trim()) === null ? { text: given.trim() } : null;
    case 'text':
    case 'text_area':
      return typeof given === 'string' && given.trim() !== '' ? { text: given.trim() } : null;
    case 'dropdown':
    case 'radio':
      return typeof given === 'string' && field.options.includes(given) ? { text: given } : null;
    case 'date': {
      const day = typeof given === 'string' ? parseDay(given) : null;
      return day === null ? null : { text: day };
    }
    case 'provider_selector':
      return typeof given === 'number' ? findProvider(db, given) : null;
  }
}

async function findProvider(db: Db, healthcareProviderId: number): Promise<Read | null> {
  const found = await db
    .selectFrom('healthcare_provider')
    .select(['first_name', 'last_name'])
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .executeTakeFirst();
  return found === undefined ? null : { text: `${found.last_name}, ${found.first_name}`, healthcareProviderId };
}
