import type { Task } from '@careloop/contracts/tasks';
import { queueItem } from './queueItems.ts';

/** An open task without a template. */
export const task: Task = {
  taskId: 7,
  description: 'Order a blood pressure cuff',
  assignedToUserId: null,
  assignedToName: null,
  dateDue: null,
  isPastDue: false,
  taskStatus: 1,
  status: 'pending',
  isCompleted: false,
  isReadOnly: false,
  patient: queueItem.patient,
  patientEncounterId: null,
  workQueueEncounterId: null,
  workQueueId: null,
  isAssigneeInactive: false,
  taskTemplateId: null,
  templateName: null,
  answers: [],
  tags: [],
  createdByName: 'Renée Caldwell',
  dateCreated: '2026-01-02T15:00:00Z',
  completedAt: null,
  completedByName: null,
  sourceSystem: null,
  version: 1,
  can: { edit: true, start: true, complete: true, reopen: true },
};
