import { archiveTexts } from '@careloop/contracts/charts/archive';
import { uploadTexts } from '@careloop/contracts/charts/upload';

import type { Policy } from '../../core/access/authorize.ts';
import type { OpenPatient } from '../../core/access/patientAccess.ts';

/** The data that the rules for charts depend on. Access to the patient has already been checked. */
export type ChartRules = OpenPatient;

export const chartPolicy: Policy<ChartRules, 'addDocuments' | 'archiveDocuments'> = {
  addDocuments: (actor) => actor.permissions.has('UploadChart') || uploadTexts.noPermission,
  archiveDocuments: (actor, { isEmergencyOnly }) => {
    if (!actor.permissions.has('UploadChart')) return archiveTexts.noPermission;
    return isEmergencyOnly ? archiveTexts.emergencyOnly : true;
  },
};
