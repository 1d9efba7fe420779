import * as importsContract from '@careloop/contracts/imports';

import type { Feature } from '../../core/feature.ts';
import { importRoutes } from './routes.ts';

export const imports: Feature = { contracts: [importsContract], routes: [importRoutes] };
