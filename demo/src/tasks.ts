import { clientIds } from './organization.ts';
import type { DemoPatient } from './patients.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers, Username } from './users.ts';

interface Plan {
  patient: string;
  description: string;
  assignedTo: Username | null;
  /** Days from now; null for no due date. */
  dueIn: number | null;
  status?: 'in_progress' | 'completed';
  /** The source system, if the task is managed elsewhere. */
  source?: string;
}

const plans: readonly Plan[] = [
  {
    patient: 'Fitzgerald',
    description: 'Call about morning weights and leg swelling',
    assignedTo: 'coordinator',
    dueIn: -1,
  },
  {
    patient: 'Kaczmarek',
    description: 'Arrange transport for the follow-up visit',
    assignedTo: 'coordinator',
    dueIn: 2,
  },
  {
    patient: 'Johansson',
    description: 'Ask the pharmacy for the refill history',
    assignedTo: 'coordinator',
    dueIn: 5,
    status: 'in_progress',
  },
  { patient: 'Johansson', description: 'Send the care plan to the daughter', assignedTo: null, dueIn: null },
  {
    patient: 'Kaczmarek',
    description: 'Confirm the new insurance card',
    assignedTo: 'coordinator',
    dueIn: -3,
    status: 'completed',
  },
  {
    patient: 'Fitzgerald',
    description: 'Daily weight by home telemonitoring',
    assignedTo: null,
    dueIn: null,
    source: 'Bay Colony telemonitoring',
  },
];

/** Fields of a template, as contracts/src/tasks/templates.ts declares them. */
const transportFields = [
  {
    name: 'company',
    label: 'Company',
    type: 'dropdown',
    isRequired: true,
    options: ['Bay Rides', 'CareVan', 'Family'],
  },
  { name: 'pickup', label: 'Pickup day', type: 'date', isRequired: true, options: [] },
  { name: 'wheelchair', label: 'Needs a wheelchair van', type: 'checkbox', isRequired: false, options: [] },
];
const recordFields = [
  { name: 'provider', label: 'Provider', type: 'provider_selector', isRequired: true, options: [] },
  { name: 'what', label: 'Which records', type: 'text', isRequired: false, options: [] },
  { name: 'by', label: 'Sent by', type: 'radio', isRequired: false, options: ['Fax', 'Mail', 'Email'] },
  { name: 'phone', label: 'Phone of the office', type: 'phone', isRequired: false, options: [] },
  { name: 'email', label: 'Email of the office', type: 'email', isRequired: false, options: [] },
  { name: 'remarks', label: 'Remarks', type: 'text_area', isRequired: false, options: [] },
];

/** The coordinator's tasks about patients of Bay Colony, and the task templates of Bay Colony. */
export function addTasks(rows: Rows, patients: readonly DemoPatient[], users: DemoUsers): void {
  const { userId: coordinatorId } = users.coordinator;
  const template = { client_id: clientIds.bayColony };
  rows.add('task_template', {
    ...template,
    name: 'Transport',
    description: 'Arrange transport',
    due_in_days: 3,
    // JSON value, not text, because the rows are written from one JSON parameter.
    fields: transportFields as never,
  });
  rows.add('task_template', {
    ...template,
    name: 'Records request',
    description: 'Request outside records',
    due_in_days: 7,
    fields: recordFields as never,
  });
  for (const { patient: lastName, description, assignedTo, dueIn, status, source } of plans) {
    const patient = patients.find((one) => one.lastName === lastName);
    if (patient === undefined) throw new Error(`No patient ${lastName}`);
    const created = patient.clock.ago(6, 2, 10);
    const completed = status === 'completed' ? patient.clock.ago(2, 1, 5) : null;
    const by = source === undefined ? coordinatorId : null;
    const taskId = rows.add('task', {
      patient_id: patient.patientId,
      description,
      status: status ?? (source === undefined ? 'pending' : 'none'),
      assigned_to_user_id: assignedTo === null ? null : users[assignedTo].userId,
      due_at: dueIn === null ? null : new Date(patient.clock.ago(0).getTime() + dueIn * 86_400_000),
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
