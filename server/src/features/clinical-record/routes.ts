import {
  countClinicalRecord,
  listAllergies,
  listBackground,
  listImmunizations,
  listMedications,
  listPlans,
  listProcedures,
} from '@careloop/contracts/clinical-record';
import {
  getResultTrend,
  listResults,
  listResultSources,
  listResultValues,
  resultTexts,
} from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';

import { allowances } from '../../core/access/authorize.ts';
import { findOpenPatient, requirePatient } from '../../core/access/patientAccess.ts';
import type { App } from '../../core/app.ts';
import * as queries from '../../core/clinical-record/queries.ts';
import { findResults, findResultSources, findResultValues, findTrend } from '../../core/clinical-record/results.ts';
import { countTabs, findClinicalSummary } from '../../core/clinical-record/summary.ts';
import { refused } from '../../platform/errors.ts';
import { route } from '../../platform/http/route.ts';
import { clinicalRecordPolicy } from './policy.ts';

export function clinicalRecordRoutes(app: App): void {
  route(app, countClinicalRecord, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    return countTabs(db, patientId);
  });

  route(app, getClinicalSummary, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    return findClinicalSummary(db, patientId);
  });

  route(app, listMedications, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findOpenPatient(db, actor, input.patientId);
    const list = await queries.findMedications(db, input.patientId, input);
    return { ...list, can: allowances(actor, clinicalRecordPolicy, patient) };
  });

  route(app, listAllergies, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findOpenPatient(db, actor, input.patientId);
    const list = await queries.findAllergies(db, input.patientId, input);
    return { ...list, can: allowances(actor, clinicalRecordPolicy, patient) };
  });

  route(app, listImmunizations, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return queries.findImmunizations(db, input.patientId, input);
  });

  route(app, listProcedures, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return queries.findProcedures(db, input.patientId, input);
  });

  route(app, listPlans, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return queries.findPlans(db, input.patientId, input);
  });

  route(app, listBackground, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return queries.findBackground(db, input.patientId, input);
  });
}

export function resultRoutes(app: App): void {
  route(app, listResults, async ({ input: { patientId, ...search }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    return findResults(db, patientId, search);
  });

  route(app, listResultValues, async ({ input: { patientId, ...search }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    return findResultValues(db, patientId, search);
  });

  route(app, listResultSources, async ({ input: { patientId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId });
    await requirePatient(db, actor, patientId);
    return { items: await findResultSources(db, patientId) };
  });

  route(app, getResultTrend, async ({ input: { patientId, patientResultId }, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId, subjectType: 'result', subjectId: patientResultId });
    await requirePatient(db, actor, patientId);
    const trend = await findTrend(db, patientId, patientResultId);
    if (trend === undefined) throw refused(resultTexts.notFound);
    return trend;
  });
}
