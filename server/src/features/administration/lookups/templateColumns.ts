import type { TaskTemplateFile } from '@careloop/contracts/tasks/templates';

import { writes } from '../../../platform/db/writes.ts';

/** The columns in which a task template is stored. */
export const templateColumns = writes<TaskTemplateFile, 'task_template'>()({
  name: 'name',
  description: (text) => ({ description: text ?? null }),
  dueInDays: (days) => ({ due_in_days: days ?? null }),
  fields: (fields) => ({ fields: JSON.stringify(fields) }),
  isActive: (isActive) => ({ is_archived: !isActive }),
});
