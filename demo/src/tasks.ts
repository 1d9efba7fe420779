import { taskTemplateFile } from '@careloop/contracts/tasks/templates';
import { z } from 'zod';

import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

import { named, readContent } from './content.ts';
import { clientIds, clientKey, clientKeys, type ClientKey } from './organization.ts';
import { username } from './users.ts';

const task = z.strictObject({
  /** Last name. */
  patient: z.string(),
  description: z.string(),
  assignedTo: username.nullable(),
  /** Days from now; null for no due date. */
  dueIn: z.number().nullable(),
  status: z.enum(['in_progress', 'completed']).optional(),
  /** The source system, if the task is managed elsewhere. */
  source: z.string().optional(),
  tags: z.array(z.string()).default([]),
});

const content = z.strictObject({
  tasks: z.array(task),
  tags: z.record(clientKey, z.array(z.string())),
  templates: z.array(taskTemplateFile),
});

/** The coordinator's tasks about patients of Bay Colony, the task templates of Bay Colony, and each client's task tags. */
export function addTasks(rows: Rows, patients: readonly DemoPatient[], users: DemoUsers): void {
  const { userId: coordinatorId } = users.coordinator;
  const plan = readContent('tasks', content);
  const tagIds = addTags(rows, plan.tags);
  for (const { name, description, dueInDays, fields } of plan.templates) {
    rows.add('task_template', {
      client_id: clientIds.bayColony,
      name,
      description,
      due_in_days: dueInDays,
      // JSON value, not text, because the rows are written from one JSON parameter.
      fields: fields as never,
    });
  }
  for (const { patient: lastName, description, assignedTo, dueIn, status, source, tags } of plan.tasks) {
    const patient = named(patients, lastName);
    const created = patient.clock.ago(6, 2, 10);
    const completed = status === 'completed' ? patient.clock.ago(2, 1, 5) : null;
    const by = source === undefined ? coordinatorId : null;
    const taskId = rows.add('task', {
      patient_id: patient.patientId,
      description,
      status: status ?? (source === undefined ? 'pending' : 'none'),
      task_tag_ids: tags.map((name) => tagIds.bayColony[name] ?? noTag(name)),
      assigned_to_user_id: assignedTo === null ? null : users[assignedTo].userId,
      date_due: dueIn === null ? null : patient.clock.day(dueIn),
      created_by_user_id: by,
      date_created: created,
      completed_at: completed,
      completed_by_user_id: completed === null ? null : coordinatorId,
      source_system: source ?? null,
      source_id: source === undefined ? null : 'weight-1',
    });
    if (by === null) continue;
    const event = { task_id: taskId, user_id: by };
    rows.add('task_event', { ...event, occurred_at: created, action: 'created', to_status: 'pending' });
    if (status === undefined) continue;
    const action = status === 'completed' ? 'completed' : 'started';
    const occurred_at = completed ?? patient.clock.ago(3, 1, 5);
    rows.add('task_event', { ...event, occurred_at, action, from_status: 'pending', to_status: status });
  }
}

/** The ids of each client's tags, by name. */
function addTags(rows: Rows, tags: Record<ClientKey, string[]>) {
  const ids: Record<ClientKey, Record<string, number>> = { bayColony: {}, prairieRidge: {} };
  for (const client of clientKeys) {
    for (const tag_name of tags[client])
      ids[client][tag_name] = rows.add('task_tag', { client_id: clientIds[client], tag_name });
  }
  return ids;
}

function noTag(name: string): never {
  throw new Error(`No task tag ${name}`);
}
