import * as documentExport from '@careloop/contracts/sharing/documentExport';
import * as emr from '@careloop/contracts/sharing/emr';
import * as textMessages from '@careloop/contracts/sharing/sms';
import * as unassignedReplies from '@careloop/contracts/sharing/unassignedReplies';

import type { Feature } from '../../core/feature.ts';
import { emrJobs } from './emr/jobs.ts';
import { emrRoutes } from './emr/routes.ts';
import { sharingJobs } from './jobs.ts';
import { sharingRoutes } from './routes.ts';
import { textJobs } from './sms/jobs.ts';
import { replyRoutes } from './sms/replyRoutes.ts';
import { textRoutes } from './sms/routes.ts';

export const sharing: Feature = {
  contracts: [textMessages, unassignedReplies, documentExport, emr],
  routes: [textRoutes, replyRoutes, sharingRoutes, emrRoutes],
  jobs: { ...emrJobs, ...sharingJobs, ...textJobs },
};
