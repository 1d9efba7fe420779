import { taskTexts } from '@careloop/contracts/tasks';
import type { TaskAnswer, TaskFields } from '@careloop/contracts/tasks';
import type { TaskTemplate } from '@careloop/contracts/tasks/templates';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { invalidInput } from '../../platform/errors.ts';
import { readFieldAnswers } from './shared/fieldAnswers.ts';

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
  const { kept, errors } = await readFieldAnswers(db, rows[0].fields, answers, {
    prefix: 'answers.',
    required: taskTexts.fieldRequired,
    invalid: taskTexts.fieldInvalid,
  });
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return kept;
}
