import { optionalDay } from '@careloop/contracts/fields/dates';
import { taskFields, taskTexts, type Task, type TaskFields } from '@careloop/contracts/tasks';
import type { TaskTemplate } from '@careloop/contracts/tasks/templates';
import { z } from 'zod';
import { sentOf, typedAnswers, typedOf } from './shared/fieldAnswers.ts';

/** The fields as typed: a person is an option of a list. */
export const taskFormSchema = z.object({
  taskTemplateId: z.number().nullable(),
  description: taskFields.shape.description,
  assignee: z.object({ userId: z.number(), fullName: z.string() }).nullable(),
  dateDue: optionalDay,
  taskTagIds: taskFields.shape.taskTagIds,
  answers: typedAnswers,
});
export type TaskFormValues = z.input<typeof taskFormSchema>;

export const taskLabels = {
  taskTemplateId: 'Template',
  description: 'Description',
  assignee: 'Assigned to',
  dateDue: 'Due',
  taskTagIds: 'Tags',
  answers: 'Answers',
} satisfies Record<keyof TaskFormValues, string>;

export function valuesOf(task: Task | undefined): TaskFormValues {
  return {
    taskTemplateId: task?.taskTemplateId ?? null,
    description: task?.description ?? '',
    assignee:
      task?.assignedToUserId == null ? null : { userId: task.assignedToUserId, fullName: task.assignedToName ?? '' },
    dateDue: task?.dateDue ?? '',
    taskTagIds: task?.tags.map(({ taskTagId }) => taskTagId) ?? [],
    answers: Object.fromEntries((task?.answers ?? []).map((answer) => [answer.name, typedOf(answer)])),
  };
}

export function inputOf(values: z.output<typeof taskFormSchema>, template: TaskTemplate | undefined): TaskFields {
  // A template that is no longer offered keeps its answers, which the server has.
  const isKept = template === undefined && values.taskTemplateId !== null;
  const answers = (template?.fields ?? []).map(({ name, type }) => [name, sentOf(values.answers[name] ?? null, type)]);
  return {
    taskTemplateId: values.taskTemplateId,
    description: values.description,
    assignedToUserId: values.assignee?.userId ?? null,
    dateDue: values.dateDue,
    taskTagIds: values.taskTagIds,
    ...(!isKept && { answers: Object.fromEntries(answers) as TaskFields['answers'] }),
  };
}

/** Missing answers of a template, by field name. */
export function missingAnswers(values: z.output<typeof taskFormSchema>, template: TaskTemplate | undefined) {
  return (template?.fields ?? [])
    .filter(({ name, type, isRequired }) => isRequired && !sentOf(values.answers[name] ?? null, type))
    .map(({ name, label }) => ({ name, message: taskTexts.fieldRequired(label) }));
}
