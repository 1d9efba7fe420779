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
import type { Db } from '../../platform/db/client.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { route } from '../../platform/http/route.ts';
import { lockRecord } from '../patients/shared/queries/records.ts';
import { recordPolicy } from '../patients/shared/recordPolicy.ts';
import * as ending from './endStatement.ts';
import * as noneKnown from './noneKnown.ts';
import * as saving from './saveStatement.ts';

/** Locks the patient, so that two statements about one thing are entered one after the other. */
const requireEdit = async (db: Db, actor: Actor, patientId: number) =>
  authorize(actor, recordPolicy, 'edit', await lockRecord(db, actor, patientId));

export function clinicalRecordChangeRoutes(app: App): void {
  route(app, saveMedication, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return saving.saveMedication(db, actor, await requireEdit(db, actor, input.patientId), input);
  });

  route(app, saveAllergy, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return saving.saveAllergy(db, actor, await requireEdit(db, actor, input.patientId), input);
  });

  route(app, saveProblem, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return saving.saveProblem(db, actor, await requireEdit(db, actor, input.patientId), input);
  });

  route(app, endStatement, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return ending.endStatement(db, actor, await requireEdit(db, actor, input.patientId), input);
  });

  route(app, markStatement, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    return ending.markStatement(db, actor, await requireEdit(db, actor, input.patientId), input);
  });

  route(app, stateNoneKnown, async ({ input: { patientId, subject }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    return noneKnown.stateNoneKnown(db, actor, await requireEdit(db, actor, patientId), subject);
  });
}
