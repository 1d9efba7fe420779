import { addPatient, findCandidates } from '@careloop/contracts/patients/add';
import { findPatientsBeyond, searchPatients } from '@careloop/contracts/patients/find';

import { authorize } from '../../../core/access/authorize.ts';
import { invalidInput } from '../../../platform/errors.ts';
import type { App } from '../../../core/app.ts';
import { route } from '../../../platform/http/route.ts';
import { addPatient as add } from '../add/addPatient.ts';
import { findPatientCandidates } from '../add/candidates.ts';
import { addPolicy } from '../add/policy.ts';
import { findBeyond } from './findBeyond.ts';

const atClient = (sentence: string) => invalidInput({ clientId: sentence });

/** Routes for finding patients beyond one's own list, and for adding new ones. */
export function patientFindRoutes(app: App): void {
  for (const endpoint of [findPatientsBeyond, searchPatients]) {
    route(app, endpoint, ({ input, actor, db }) => findBeyond(db, actor, input));
  }

  route(app, findCandidates, async ({ input, actor, db }) => {
    authorize(actor, addPolicy, 'add', input, atClient);
    return { candidates: await findPatientCandidates(db, actor, input) };
  });

  route(app, addPatient, async ({ input, actor, db, setAuditSubject }) => {
    const client = authorize(actor, addPolicy, 'add', { clientId: input.clientId }, atClient);
    const patientId = await add(db, actor, client, input);
    setAuditSubject({ patientId });
    return { patientId };
  });
}
