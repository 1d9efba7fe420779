import {
  endStatement,
  markStatement,
  saveAllergy,
  saveMedication,
  saveProblem,
  stateNoneKnown,
} from '@careloop/contracts/clinical-record/editing';

import type { App } from '../../core/app.ts';
import { authorize } from '../../core/access/authorize.ts';
import { route } from '../../platform/http/route.ts';
import { lockRecord } from '../patients/shared/queries/records.ts';
import { clinicalRecordPolicy } from './policy.ts';
import * as ending from './endStatement.ts';
import * as noneKnown from './noneKnown.ts';
import * as saving from './saveStatement.ts';

/** Each call locks the patient, so that two statements about one thing are entered one after the other. */
export function clinicalRecordChangeRoutes(app: App): void {
  route(app, saveMedication, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return saving.saveMedication(
      db,
      actor,
      authorize(actor, clinicalRecordPolicy, 'edit', await lockRecord(db, actor, input.patientId)),
      input,
    );
  });

  route(app, saveAllergy, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return saving.saveAllergy(
      db,
      actor,
      authorize(actor, clinicalRecordPolicy, 'edit', await lockRecord(db, actor, input.patientId)),
      input,
    );
  });

  route(app, saveProblem, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return saving.saveProblem(
      db,
      actor,
      authorize(actor, clinicalRecordPolicy, 'edit', await lockRecord(db, actor, input.patientId)),
      input,
    );
  });

  route(app, endStatement, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return ending.endStatement(
      db,
      actor,
      authorize(actor, clinicalRecordPolicy, 'edit', await lockRecord(db, actor, input.patientId)),
      input,
    );
  });

  route(app, markStatement, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return ending.markStatement(
      db,
      actor,
      authorize(actor, clinicalRecordPolicy, 'edit', await lockRecord(db, actor, input.patientId)),
      input,
    );
  });

  route(app, stateNoneKnown, async ({ input: { patientId, subject }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    return noneKnown.stateNoneKnown(
      db,
      actor,
      authorize(actor, clinicalRecordPolicy, 'edit', await lockRecord(db, actor, patientId)),
      subject,
    );
  });
}
