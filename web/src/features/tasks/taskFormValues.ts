import { optionalDay, parseDay } from '@careloop/contracts/fields/dates';
import { taskFields, taskTexts, type Task, type TaskFields } from '@careloop/contracts/tasks';
import type { TaskTemplate } from '@careloop/contracts/tasks/templates';
import { z } from 'zod';
import { dayOf } from '../../ui/dates.ts';
import { sentOf, typedAnswers, typedOf } from './shared/fieldAnswers.ts';

/** The fields as typed: a due date is a day, a person is an option of a list. */
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
    dateDue: task?.dateDue == null ? '' : dayOf(task.dateDue),
    taskTagIds: task?.tags.map(({ taskTagId }) => taskTagId) ?? [],
    answers: Object.fromEntries((task?.answers ?? []).map((answer) => [answer.name, typedOf(answer)])),
  };
}

/** The end of the day in the user's time zone; the stored timestamp if it is on the same day. */
function endOf(day: string | null, onFile: string | null): string | null {
  if (day === null || parseDay(day) === null) return null;
  if (onFile !== null && dayOf(onFile) === day) return onFile;
  return new Date(`${day}T23:59:59`).toISOString();
}

export function inputOf(
  values: z.output<typeof taskFormSchema>,
  template: TaskTemplate | undefined,
  onFile: string | null,
): TaskFields {
  // A template that is no longer offered keeps its answers, which the server has.
  const isKept = template === undefined && values.taskTemplateId !== null;
  const answers = (template?.fields ?? []).map(({ name, type }) => [name, sentOf(values.answers[name] ?? null, type)]);
  return {
    taskTemplateId: values.taskTemplateId,
    description: values.description,
    assignedToUserId: values.assignee?.userId ?? null,
    dateDue: endOf(values.dateDue, onFile),
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
