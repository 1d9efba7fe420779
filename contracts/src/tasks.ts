import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import { taskDisplays, taskStatus } from './codes/tasks.ts';
import { codesOf } from './codes/patients.ts';
import { get, post } from './endpoint.ts';
import { day, distinct, id, queryId, queryInteger, requiredText, timestamp, version } from './fields.ts';
import { dateTexts, isWithin } from './fields/dates.ts';
import { patientSummary } from './patients.ts';
import { givenAnswers, longestAnswer } from './tasks/answers.ts';
import { taskTag } from './tasks/tags.ts';

// Tasks about a patient, an encounter or a work queue item (docs/domain/tasks.md).

export const taskLimits = { description: 500, pageSize: 50, preview: 5, answer: longestAnswer, tags: 10 } as const;

export const taskTexts = {
  descriptionRequired: 'Description is required',
  descriptionTooLong: 'Description cannot exceed 500 characters',
  notFound: "We're sorry, this task doesn't exist, or you do not have access.",
  changed: 'This task has changed since you opened it.',
  cannotBeAssigned: 'This person cannot see the patient, so the task cannot be assigned to them.',
  readOnly: 'This task comes from another system and can only be changed there.',
  emergency: 'With emergency access you can read tasks but not change them.',
  otherSubject: 'The encounter or queue item belongs to another patient.',
  unknownTemplate: 'This template is no longer used. Choose another one.',
  unknownTag: 'This tag has been removed from the list. Choose the tags again.',
  tooManyTags: `A task can have at most ${taskLimits.tags} tags`,
  fieldRequired: (label: string) => `${label} is required`,
  fieldInvalid: (label: string) => `${label} is not valid`,
  previewFailed: 'Error encountered while attempting to load task info',
} as const;

/** A filled-in template field, with its label at that time. */
export const taskAnswer = z.object({
  name: z.string(),
  label: z.string(),
  /** Display text: a text, an option, Yes or No, YYYY-MM-DD, or a provider's name. */
  text: z.string(),
  healthcareProviderId: id.nullable(),
});
export type TaskAnswer = z.infer<typeof taskAnswer>;

export const taskSummary = z.object({
  taskId: id,
  description: z.string(),
  assignedToUserId: id.nullable(),
  assignedToName: z.string().nullable(),
  /** A day of the calendar, the same for every reader. */
  dateDue: day.nullable(),
  /**
   * Whether the due day is over, in the time zone of the patient's client, and the task is neither in progress nor completed.
   */
  isPastDue: z.boolean(),
  /** None 0, Pending 1, In progress 2, Completed 3. */
  taskStatus: z.union(codesOf(taskStatus).map((code) => z.literal(code))),
  /** Displayed state. */
  status: z.enum(taskDisplays),
  isCompleted: z.boolean(),
  /** Whether it comes from another system. */
  isReadOnly: z.boolean(),
});
export type TaskSummary = z.infer<typeof taskSummary>;

export const task = taskSummary.extend({
  patient: patientSummary,
  patientEncounterId: id.nullable(),
  workQueueEncounterId: id.nullable(),
  workQueueId: id.nullable(),
  /** Assigned to a user who can no longer sign in. */
  isAssigneeInactive: z.boolean(),
  taskTemplateId: id.nullable(),
  templateName: z.string().nullable(),
  answers: z.array(taskAnswer),
  tags: z.array(taskTag),
  createdByName: z.string().nullable(),
  dateCreated: timestamp,
  completedAt: timestamp.nullable(),
  completedByName: z.string().nullable(),
  sourceSystem: z.string().nullable(),
  version,
  can: actions(['edit', 'start', 'complete', 'reopen']),
});
export type Task = z.infer<typeof task>;

/** Filters by subject; without any of these ids, tasks the user has or added. */
const about = {
  patientId: queryId.optional(),
  patientEncounterId: queryId.optional(),
  workQueueEncounterId: queryId.optional(),
};

export const listTasks = get('/provider/tasks', {
  summary:
    'Lists tasks of a patient, an encounter or a queue item, or those the user has or added, by due date or completion date.',
  auditText: 'Tasks',
  access: signedIn,
  audit: 'search',
  input: z.object({
    ...about,
    /** Tasks assigned to the user, or added by them. Ignored with a subject. */
    relation: z.enum(['assigned', 'added']).default('assigned'),
    state: z.enum(['open', 'completed']).default('open'),
    /** Only tasks with this tag. */
    taskTagId: queryId.optional(),
    cursor: z.string().max(400).optional(),
    pageSize: queryInteger({ min: 1, max: 100, fallback: taskLimits.pageSize }),
  }),
  output: z.object({ items: z.array(task), nextCursor: z.string().nullable() }),
});

export const countMyTasks = get('/provider/tasks/count', {
  summary: 'Counts open tasks assigned to the user.',
  access: signedIn,
  audit: 'none',
  input: z.object({}),
  output: z.object({ openCount: z.number().int(), pastDueCount: z.number().int() }),
});

export const taskEvent = z.object({
  taskEventId: id,
  occurredAt: timestamp,
  userName: z.string(),
  onBehalfOfName: z.string().nullable(),
  action: z.enum(['created', 'changed', 'started', 'completed', 'reopened']),
  assignedToName: z.string().nullable(),
});
export type TaskEvent = z.infer<typeof taskEvent>;

export const getTask = get('/provider/tasks/info', {
  summary: 'Returns a task with its history.',
  auditText: 'A task',
  access: signedIn,
  input: z.object({ taskId: queryId }),
  output: task.extend({ events: z.array(taskEvent) }),
});

export const getTaskPreview = get('/provider/tasks/work-queue-items/task-info', {
  summary: 'Lists open tasks of a queue item, for its preview.',
  auditText: 'Tasks of a work queue item',
  access: signedIn,
  input: z.object({ workQueueEncounterId: queryId }),
  output: z.object({ tasks: z.array(taskSummary), openCount: z.number().int() }),
});

export const listTaskAssignees = get('/provider/tasks/assignees', {
  summary: 'Lists users to whom a task about a patient can be assigned: those who can see the patient.',
  access: signedIn,
  audit: 'none',
  input: z.object({
    patientId: queryId,
    /** For a task about this item, which may give access to the patient's name only. */
    workQueueEncounterId: queryId.optional(),
    searchTerm: z.string().trim().max(100).default(''),
  }),
  output: z.object({ items: z.array(z.object({ userId: id, fullName: z.string() })) }),
});

/** A day of this century. */
const dueDay = day.refine(
  (value) => isWithin(value, { minDate: '2000-01-01', maxDate: '2099-12-31' }),
  dateTexts.invalid,
);

/** Fields of a task, with the answers to its template's fields. */
export const taskFields = z.object({
  description: requiredText(taskLimits.description, taskTexts.descriptionRequired, taskTexts.descriptionTooLong),
  assignedToUserId: id.nullable(),
  dateDue: dueDay.nullable(),
  taskTemplateId: id.nullable(),
  /**
   * Answers by field name: a text, a boolean, YYYY-MM-DD, or a provider id. If left out, existing answers do not change.
   */
  answers: givenAnswers.optional(),
  /** If left out, existing tags do not change. */
  taskTagIds: z
    .array(id)
    .overwrite(distinct)
    .refine((ids) => ids.length <= taskLimits.tags, taskTexts.tooManyTags)
    .optional(),
});
export type TaskFields = z.infer<typeof taskFields>;

export const createTask = post('/provider/tasks/create', {
  summary: 'Adds a task about a patient, one of their encounters, or a queue item.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['TaskChangedEvent'],
  input: taskFields.extend({
    patientId: id,
    patientEncounterId: id.nullish(),
    workQueueEncounterId: id.nullish(),
  }),
  output: z.object({ taskId: id, version }),
});

export const updateTask = post('/provider/tasks/update', {
  summary: 'Changes a task.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['TaskChangedEvent'],
  input: taskFields.extend({ taskId: id, version: version.optional() }),
  output: z.object({ taskId: id, version }),
});

export const setTaskStatus = post('/provider/tasks/set-status', {
  summary: 'Starts, completes or reopens a task: Pending 1, In progress 2, Completed 3.',
  access: signedIn,
  authorization: 'policy',
  makesStale: ['TaskChangedEvent'],
  input: z.object({ taskId: id, taskStatus: z.literal([1, 2, 3]), version: version.optional() }),
  output: z.object({ taskId: id, version }),
});
