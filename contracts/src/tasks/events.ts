import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { signedIn } from '../access.ts';
import { id } from '../fields.ts';
import { getPatientInfo, getSectionCounts } from '../patients.ts';
import { getEncounter } from '../patients/encounters.ts';
import { getPatientOverview } from '../patients/overview.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { countMyTasks, getTask, getTaskPreview, listTasks } from '../tasks.ts';
import { listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';

export const taskEvents = {
  /** A task was added, changed, assigned, started, completed or reopened. */
  TaskChangedEvent: realtimeEvent({
    payload: z.object({ patientId: id, taskId: id }),
    access: signedIn,
    makesStale: [
      getDashboard,
      listTasks,
      getTask,
      getTaskPreview,
      countMyTasks,
      getEncounter,
      getPatientInfo,
      getSectionCounts,
      getPatientOverview,
    ],
    makesStaleWhereShown: [listWorkQueueItems, listWorkQueueItemsByStatus],
  }),
};
