import { uploadTexts } from '@careloop/contracts/charts/upload';

import type { Policy } from '../../access/authorize.ts';

/** What the rules about a chart look at. The patient was found open to the actor already. */
export interface ChartRules {
  patientId: number;
}

export const chartPolicy: Policy<ChartRules, 'addDocuments'> = {
  addDocuments: (actor) => actor.permissions.has('UploadChart') || uploadTexts.noPermission,
};
