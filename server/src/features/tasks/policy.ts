import { taskTexts } from '@careloop/contracts/tasks';

import type { Policy } from '../../core/access/authorize.ts';

/** The data that the rules for a task depend on. Access was checked when the row was loaded. */
export interface TaskRow {
  status: 'none' | 'pending' | 'in_progress' | 'completed';
  isReadOnly: boolean;
  /** The actor has access to its patient only by emergency access. */
  isEmergencyOnly: boolean;
}

/** The patient or queue item of a new task. */
export interface TaskSubjectRow {
  patientId: number;
  clientId: number;
  isEmergencyOnly: boolean;
}

const mayChange = (task: Pick<TaskRow, 'isReadOnly' | 'isEmergencyOnly'>) => {
  if (task.isReadOnly) return taskTexts.readOnly;
  return task.isEmergencyOnly ? taskTexts.emergency : true;
};

export const taskPolicy: Policy<TaskRow, 'edit' | 'start' | 'complete' | 'reopen'> = {
  edit: (_actor, task) => (task.status === 'completed' ? 'This task is completed. Reopen it first.' : mayChange(task)),
  start: (_actor, task) => {
    if (task.status === 'completed') return 'This task is completed.';
    return task.status === 'in_progress' ? 'This task is in progress already.' : mayChange(task);
  },
  complete: (_actor, task) => (task.status === 'completed' ? 'This task is completed already.' : mayChange(task)),
  reopen: (_actor, task) =>
    task.status === 'completed' || task.status === 'in_progress' ? mayChange(task) : 'This task is open.',
};

export const taskSubjectPolicy: Policy<TaskSubjectRow, 'addTask'> = {
  addTask: (_actor, subject) => (subject.isEmergencyOnly ? taskTexts.emergency : true),
};
