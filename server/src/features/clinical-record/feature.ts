import * as clinicalRecordContract from '@careloop/contracts/clinical-record';
import * as clinicalCodes from '@careloop/contracts/clinical-record/codes';
import * as clinicalEditing from '@careloop/contracts/clinical-record/editing';
import * as clinicalResults from '@careloop/contracts/clinical-record/results';
import * as clinicalSummary from '@careloop/contracts/clinical-record/summary';

import type { Feature } from '../../core/feature.ts';
import { clinicalRecordChangeRoutes } from './changeRoutes.ts';
import { codeRoutes } from './codes/codeRoutes.ts';
import { clinicalRecordRoutes, resultRoutes } from './routes.ts';

export const clinicalRecord: Feature = {
  contracts: [clinicalRecordContract, clinicalCodes, clinicalEditing, clinicalResults, clinicalSummary],
  routes: [clinicalRecordRoutes, resultRoutes, clinicalRecordChangeRoutes, codeRoutes],
};
