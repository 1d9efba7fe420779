import * as clinicalRecordContract from '@careloop/contracts/clinical-record';
import * as clinicalResults from '@careloop/contracts/clinical-record/results';
import * as clinicalSummary from '@careloop/contracts/clinical-record/summary';

import type { Feature } from '../../core/feature.ts';
import { clinicalRecordRoutes, resultRoutes } from './routes.ts';

export const clinicalRecord: Feature = {
  contracts: [clinicalRecordContract, clinicalResults, clinicalSummary],
  routes: [clinicalRecordRoutes, resultRoutes],
};
