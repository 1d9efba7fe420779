import {
  createTask,
  getTask,
  getTaskPreview,
  listTaskAssignees,
  listTasks,
  setTaskStatus,
  updateTask,
} from '@careloop/contracts/tasks';
import { listTaskTemplates } from '@careloop/contracts/tasks/templates';
import { expect } from 'vitest';

import { changed, idsIn, inOrder, ofPatient, ofQueueItem, ofRows, readAll } from '../../../test/privacyProbes.ts';
import type { Oracle } from '../../../test/oracle.ts';
import type { OracleRows } from '../../../test/oracleRows.ts';
import type { FeatureProbes, ProbeContext } from '../../../test/privacyProbes.ts';

const someTask = { description: 'x', assignedToUserId: null, dateDue: null, taskTemplateId: null, answers: {} };

/** A task is visible to users who may see the patient or work on its open queue item. */
const seesTask = (oracle: Oracle, userId: number, task: OracleRows['tasks'][number]) =>
  oracle.patientsOf(userId).has(task.patientId) || oracle.queueItemsOf(userId).has(task.openItemId);
const ofTask = ofRows('taskId', (oracle) => oracle.rows.tasks, seesTask, 'no_access');

async function compareTasks({ oracle, callerOf }: ProbeContext): Promise<void> {
  const { tasks } = oracle.rows;
  for (const { userId } of oracle.users) {
    for (const patientId of new Set(tasks.map((task) => task.patientId))) {
      const about = (state: string) => readAll(callerOf(userId), listTasks, { patientId, state });
      const items = [...(await about('open')), ...(await about('completed'))];
      const mine = tasks.filter((task) => task.patientId === patientId && seesTask(oracle, userId, task));
      expect(idsIn(items, 'taskId')).toEqual(inOrder(mine.map(({ id }) => id)));
    }
  }
}

export const taskProbes: FeatureProbes = {
  opens: [
    [getTask, ofTask],
    [getTaskPreview, { ...ofQueueItem, refusal: 'no_access' }],
    [listTaskAssignees, ofPatient],
    [listTaskTemplates, ofPatient],
  ],
  closes: [
    [setTaskStatus, changed(ofTask, { taskStatus: 2, version: 9_999 })],
    [updateTask, changed(ofTask, { ...someTask, version: 9_999 })],
    [createTask, changed(ofPatient, someTask)],
  ],
  compares: [
    { name: 'the tasks of a patient are those that the user sees', endpoints: [listTasks], compare: compareTasks },
  ],
};
