import { createTask, getTaskPreview, listTaskAssignees } from '@careloop/contracts/tasks';
import { listTaskTemplates } from '@careloop/contracts/tasks/templates';

import { changed, ofPatient, ofQueueItem } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const someTask = { description: 'x', assignedToUserId: null, dateDue: null, taskTemplateId: null, answers: {} };

export const taskProbes: FeatureProbes = {
  opens: [
    [getTaskPreview, { ...ofQueueItem, refusal: 'no_access' }],
    [listTaskAssignees, ofPatient],
    [listTaskTemplates, ofPatient],
  ],
  closes: [[createTask, changed(ofPatient, someTask)]],
};
