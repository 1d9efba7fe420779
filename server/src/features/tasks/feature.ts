import * as tasksContract from '@careloop/contracts/tasks';
import * as taskTags from '@careloop/contracts/tasks/tags';
import * as taskTemplates from '@careloop/contracts/tasks/templates';

import type { Feature } from '../../core/feature.ts';
import { taskJobs } from './jobs.ts';
import { taskRoutes, taskChangeRoutes } from './routes.ts';

export const tasks: Feature = {
  contracts: [tasksContract, taskTags, taskTemplates],
  routes: [taskRoutes, taskChangeRoutes],
  jobs: taskJobs,
};
