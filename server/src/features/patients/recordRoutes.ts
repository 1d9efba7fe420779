import {
  getBaseDemography,
  getDemographics,
  getPatientInfoAlt,
  saveDemography,
  saveGuarantor,
} from '@careloop/contracts/patients/demographics';
import { saveAppointment } from '@careloop/contracts/patients/appointments';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import {
  deleteInsurance,
  getInsurancePlans,
  listInsurance,
  saveInsurance,
} from '@careloop/contracts/patients/insurance';

import { allowances, authorize } from '../../core/access/authorize.ts';
import { requirePatient } from '../../core/access/patientAccess.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findDemographics } from './queries/demographics.ts';
import { findAllPlans, findOfferedPlans } from './queries/insurance.ts';
import { recordPolicy } from './shared/recordPolicy.ts';
import { findChanges, lockRecord } from './shared/queries/records.ts';
import * as appointments from './saveAppointment.ts';
import * as demography from './saveDemography.ts';
import * as insurance from './saveInsurance.ts';

/** Changes per page of the history. */
const historyPageSize = 50;

export function recordRoutes(app: App): void {
  readingRoutes(app);
  savingRoutes(app);

  route(app, getInsurancePlans, async ({ input, actor, db }) => ({
    plans: await findOfferedPlans(db, actor, input.searchTerm),
  }));

  route(app, listInsurance, async ({ input, actor, db }) => ({
    plans: await findAllPlans(db, actor, input.includeDisabled),
  }));
}

function readingRoutes(app: App): void {
  route(app, getDemographics, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    const found = await findDemographics(db, actor, patientId);
    return { ...found, can: allowances(actor, recordPolicy, found) };
  });

  route(app, getBaseDemography, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    return findDemographics(db, actor, patientId);
  });

  route(app, getPatientInfoAlt, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    return findDemographics(db, actor, patientId);
  });

  route(app, listPatientChanges, async ({ input: { patientId, cursor }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    return findChanges(db, patientId, cursor, historyPageSize);
  });
}

function savingRoutes(app: App): void {
  route(app, saveAppointment, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await lockRecord(db, actor, input.patientId);
    return appointments.saveAppointment(db, actor, authorize(actor, recordPolicy, 'edit', patient), input);
  });

  route(app, saveDemography, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await lockRecord(db, actor, input.patientId);
    return demography.saveDemography(db, actor, authorize(actor, recordPolicy, 'edit', patient), input);
  });

  route(app, saveGuarantor, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await lockRecord(db, actor, input.patientId);
    return demography.saveGuarantor(db, actor, authorize(actor, recordPolicy, 'edit', patient), input);
  });

  route(app, saveInsurance, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await lockRecord(db, actor, input.patientId);
    return insurance.saveInsurance(db, actor, authorize(actor, recordPolicy, 'edit', patient), input);
  });

  route(app, deleteInsurance, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await lockRecord(db, actor, input.patientId);
    return insurance.deleteInsurance(db, actor, authorize(actor, recordPolicy, 'edit', patient), input);
  });
}
