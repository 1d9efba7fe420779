import * as chartsContract from '@careloop/contracts/charts';
import * as chartArchive from '@careloop/contracts/charts/archive';
import * as generatedCharts from '@careloop/contracts/charts/generated';
import * as chartUpload from '@careloop/contracts/charts/upload';
import * as chartViewer from '@careloop/contracts/charts/viewer';

import type { Feature } from '../../core/feature.ts';
import { generatedChartRoutes } from './generatedRoutes.ts';
import { chartJobs } from './jobs.ts';
import { chartRoutes } from './routes.ts';
import { viewerRoutes } from './viewerRoutes.ts';

export const charts: Feature = {
  contracts: [chartsContract, chartArchive, generatedCharts, chartUpload, chartViewer],
  routes: [chartRoutes, generatedChartRoutes, viewerRoutes],
  jobs: chartJobs,
};
