import type { WorkerDeps } from '../core/worker.ts';
import type { HandledJob } from '../platform/jobs/handler.ts';
import { administrationWorker } from './administration/worker.ts';
import { careTeamsWorker } from './care-teams/worker.ts';
import { chartsWorker } from './charts/worker.ts';
import { consultationsWorker } from './consultations/worker.ts';
import { dashboardWorker } from './dashboard/worker.ts';
import { messagesWorker } from './messages/worker.ts';
import { patientAccessWorker } from './patient-access/worker.ts';
import { profileWorker } from './profile/worker.ts';
import { referralsWorker } from './referrals/worker.ts';
import { reportsWorker } from './reports/worker.ts';
import { sessionWorker } from './session/worker.ts';
import { sharingWorker } from './sharing/worker.ts';
import { supportWorker } from './support/worker.ts';
import { tasksWorker } from './tasks/worker.ts';

/** The jobs of all features with their handlers. Imported by the worker only. */
export const workers: readonly HandledJob<WorkerDeps>[] = [
  administrationWorker,
  careTeamsWorker,
  chartsWorker,
  consultationsWorker,
  dashboardWorker,
  messagesWorker,
  patientAccessWorker,
  profileWorker,
  referralsWorker,
  reportsWorker,
  sessionWorker,
  sharingWorker,
  supportWorker,
  tasksWorker,
].flat();
