import { codes } from '../codeTable.ts';

// Coded values of tasks (docs/domain/tasks.md): names inside the product, numbers in the API.

export const taskStatus = codes({ none: 0, pending: 1, in_progress: 2, completed: 3 });

/** Displayed states of a task. */
export const taskDisplays = ['alert', 'assigned', 'pending', 'in-progress', 'complete'] as const;
export type TaskDisplay = (typeof taskDisplays)[number];
export const taskDisplayLabels: Record<TaskDisplay, string> = {
  alert: 'Past due',
  assigned: 'Assigned',
  pending: 'Pending',
  'in-progress': 'In progress',
  complete: 'Complete',
};

/** Displayed state of a task: `alert` if it is past due and neither in progress nor completed. */
export function taskDisplayOf(task: {
  taskStatus: number;
  isPastDue: boolean;
  assignedToUserId: number | null;
}): TaskDisplay {
  if (task.taskStatus === taskStatus.table.completed) return 'complete';
  if (task.taskStatus === taskStatus.table.in_progress) return 'in-progress';
  if (task.isPastDue) return 'alert';
  return task.taskStatus === taskStatus.table.pending && task.assignedToUserId !== null ? 'assigned' : 'pending';
}

/** Type of a task template's field. */
export const taskTemplateFieldType = codes({
  text: 1,
  dropdown: 2,
  checkbox: 3,
  phone: 5,
  email: 6,
  radio: 7,
  date: 8,
  text_area: 9,
  provider_selector: 10,
});
export type TaskTemplateFieldType = keyof typeof taskTemplateFieldType.table;
export const fieldTypeLabels: Record<TaskTemplateFieldType, string> = {
  text: 'Text',
  text_area: 'Long text',
  dropdown: 'Dropdown',
  radio: 'Radio buttons',
  checkbox: 'Checkbox',
  date: 'Date',
  phone: 'Phone',
  email: 'Email',
  provider_selector: 'Provider',
};
