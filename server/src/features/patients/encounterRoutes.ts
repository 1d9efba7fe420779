import {
  encounterTexts,
  getEncounter,
  getEncounterConfiguration,
  saveEncounter,
} from '@careloop/contracts/patients/encounters';

import { allowances, authorize } from '../../core/access/authorize.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import { refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findEncounterConfiguration } from './encounterConfiguration.ts';
import { findEncounter } from './shared/queries/encounters.ts';
import { recordPolicy } from './shared/recordPolicy.ts';
import { findRecord, lockRecord } from './shared/queries/records.ts';
import * as saving from './saveEncounter.ts';

export function encounterRoutes(app: App): void {
  route(app, getEncounter, async ({ input: { patientId, patientEncounterId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId, subjectType: 'encounter', subjectId: patientEncounterId });
    const patient = await findRecord(db, actor, patientId);
    const encounter = await findEncounter(db, patientId, patientEncounterId);
    if (encounter === undefined) throw refused(encounterTexts.notFound);
    return { ...encounter, can: allowances(actor, recordPolicy, patient) };
  });

  route(app, saveEncounter, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await lockRecord(db, actor, input.patientId);
    return saving.saveEncounter(db, actor, authorize(actor, recordPolicy, 'edit', patient), input);
  });

  route(app, getEncounterConfiguration, async ({ input: { patientId }, actor, db }) => {
    await requirePatient(db, actor, patientId);
    return findEncounterConfiguration(db, patientId);
  });
}
