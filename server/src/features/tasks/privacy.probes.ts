import {
  createTask,
  getTask,
  getTaskPreview,
  listTaskAssignees,
  listTasks,
  setTaskStatus,
  updateTask,
} from '@careloop/contracts/tasks';
import { listTaskTags } from '@careloop/contracts/tasks/tags';
import { listTaskTemplates } from '@careloop/contracts/tasks/templates';
import { expect } from 'vitest';

import {
  beside,
  changed,
  idsIn,
  inOrder,
  ofAll,
  ofCare,
  ofClients,
  ofColleague,
  ofPatient,
  ofQueueItem,
  ofRows,
  readAll,
} from '../../../test/privacyProbes.ts';
import type { Oracle } from '../../../test/oracle.ts';
import type { OracleRows } from '../../../test/oracleRows.ts';
import type { FeatureProbes, Probe, ProbeContext } from '../../../test/privacyProbes.ts';

const someTask = { description: 'x', assignedToUserId: null, dateDue: null, taskTemplateId: null, answers: {} };

/** A task is visible to users who may see the patient or work on its open queue item. */
const seesTask = (oracle: Oracle, userId: number, task: OracleRows['tasks'][number]) =>
  oracle.patientsOf(userId).has(task.patientId) || oracle.queueItemsOf(userId).has(task.openItemId);
const ofTask = ofRows('taskId', (oracle) => oracle.rows.tasks, seesTask, 'no_access');

async function compareTasks({ oracle, callerOf }: ProbeContext): Promise<void> {
  const { tasks } = oracle.rows;
  for (const { userId } of oracle.users) {
    const compare = async (key: string, of: (task: OracleRows['tasks'][number]) => number) => {
      for (const id of new Set(tasks.map(of).filter(Boolean))) {
        const about = (state: string) => readAll(callerOf(userId), listTasks, { [key]: id, state });
        const items = [...(await about('open')), ...(await about('completed'))];
        const mine = tasks.filter((task) => of(task) === id && seesTask(oracle, userId, task));
        expect(idsIn(items, 'taskId')).toEqual(inOrder(mine.map((task) => task.id)));
      }
    };
    await compare('patientId', (task) => task.patientId);
    await compare('patientEncounterId', (task) => task.encounterId);
    await compare('workQueueEncounterId', (task) => task.itemId);
  }
}

/** Items with their patient: an open item is enough to create a task about it. */
const ofItemWithPatient: Probe = {
  ...ofRows(
    'workQueueEncounterId',
    (oracle) => oracle.rows.queueItems,
    (oracle, userId, { id, patientId, isOpen }) =>
      oracle.patientsOf(userId).has(patientId) || (isOpen && oracle.queueItemsOf(userId).has(id)),
  ),
  inputOf: (oracle, id) => ({
    workQueueEncounterId: id,
    patientId: oracle.rows.queueItems.find((one) => one.id === id)?.patientId ?? id,
  }),
};
const ofTemplate = ofClients('taskTemplateId', (oracle) => oracle.rows.taskTemplates);
const ofTag = ofClients('taskTagIds', (oracle) => oracle.rows.taskTags);
const ofAssignee: Probe = { ...ofColleague, key: 'assignedToUserId' };
const ofEncounter = ofRows(
  'patientEncounterId',
  (oracle) => oracle.rows.encounters,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);
const ofNewTask = changed(ofCare, someTask);
const ofEditedTask = ofRows(
  'taskId',
  (oracle) => oracle.rows.tasks,
  (oracle, userId, task) => oracle.careOf(userId).has(task.patientId) && !task.isReadOnly,
);

export const probes: FeatureProbes = {
  opens: [
    [getTask, ofTask],
    [getTaskPreview, { ...ofQueueItem, refusal: 'no_access' }],
    [listTaskAssignees, ofPatient],
    [listTaskTemplates, ofPatient],
    [listTaskTags, ofPatient],
    [listTaskAssignees, { ...ofItemWithPatient, atMost: 12 }],
    [listTaskTemplates, { ...ofItemWithPatient, atMost: 12 }],
    [listTaskTags, { ...ofItemWithPatient, atMost: 12 }],
  ],
  closes: [
    [setTaskStatus, changed(ofTask, { taskStatus: 2, version: 9_999 })],
    [updateTask, changed(ofTask, { ...someTask, version: 9_999 })],
    [createTask, changed(ofPatient, someTask)],
    [createTask, beside(ofNewTask, ofTemplate, 'invalid_input taskTemplateId')],
    [createTask, beside(ofNewTask, ofTag, 'invalid_input taskTagIds', (id) => ({ taskTagIds: [id] }))],
    [createTask, beside(ofNewTask, ofAssignee, 'invalid_input assignedToUserId')],
    [createTask, beside(ofNewTask, ofEncounter, 'invalid_input ')],
    [createTask, beside(ofNewTask, ofQueueItem, 'invalid_input ')],
    [updateTask, beside(changed(ofEditedTask, someTask), ofTemplate, 'invalid_input taskTemplateId')],
    [
      updateTask,
      beside(changed(ofEditedTask, someTask), ofTag, 'invalid_input taskTagIds', (id) => ({ taskTagIds: [id] })),
    ],
    [updateTask, beside(changed(ofEditedTask, someTask), ofAssignee, 'invalid_input assignedToUserId')],
  ],
  filters: [{ endpoint: listTasks, by: { taskTagId: ofAll((oracle) => oracle.rows.taskTags) } }],
  compares: [
    {
      name: 'tasks of a patient, encounter or queue item are those the user may see',
      calls: [[listTasks, 'patientId', 'patientEncounterId', 'workQueueEncounterId']],
      compare: compareTasks,
    },
  ],
};
