import { recordPolicy } from '../patients/shared/recordPolicy.ts';

/** Who may edit the record may enter and change statements. */
export const clinicalRecordPolicy = recordPolicy;
