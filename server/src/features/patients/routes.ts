import {
  canAccessPatient,
  getPatientInfo,
  getSectionCounts,
  listAppointments,
  listConditions,
  listEncounters,
} from '@careloop/contracts/patients';
import { AccessDenied } from '@careloop/contracts/result';

import { allowances } from '../../core/access/authorize.ts';
import {
  deniedPatient,
  findDeniedReason,
  findOpenPatient,
  findPatientAccess,
  findSurvivor,
  requirePatient,
} from '../../core/access/patientAccess.ts';
import { findStatedConditions } from '../../core/clinical-record/conditions.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findEncounters } from './shared/queries/encounters.ts';
import { consultedPatientPolicy, patientPolicy, regularAccessPolicy } from './shared/policy.ts';
import { recordPolicy } from './shared/recordPolicy.ts';
import * as queries from './shared/queries/patients.ts';

/** Encounters per page (docs/domain/patients.md). */
const encounterPageSize = 50;
/** The result for an invalid id. */
const noAccess = {
  canAccessPatient: false,
  hasPendingInvite: false,
  deniedReason: AccessDenied.default,
  emergencyAccessUntil: null,
  mergedIntoPatientId: null,
};

export function patientRoutes(app: App): void {
  route(app, canAccessPatient, async ({ input, actor, db, setAuditSubject }) => {
    const patientId = Number(input.patientId);
    if (!Number.isSafeInteger(patientId) || patientId < 1) return noAccess;
    const access = await findPatientAccess(db, actor, patientId);
    setAuditSubject({ patientId, details: { canAccessPatient: access.canAccessPatient } });
    if (access.canAccessPatient) return { ...access, deniedReason: null, mergedIntoPatientId: null };
    return {
      ...access,
      deniedReason: await findDeniedReason(db, actor, patientId),
      mergedIntoPatientId: await findSurvivor(db, actor, patientId),
    };
  });

  route(app, getPatientInfo, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const info = await queries.findPatientInfo(db, actor, input.patientId);
    if (info === undefined) throw await deniedPatient(db, actor, input.patientId);
    const can = {
      ...allowances(actor, patientPolicy, info),
      ...allowances(actor, consultedPatientPolicy, info),
      ...allowances(actor, regularAccessPolicy, info),
    };
    return { ...info, can };
  });

  route(app, getSectionCounts, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return queries.countSections(db, input.patientId);
  });

  route(app, listEncounters, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return findEncounters(db, input.patientId, input.cursor, encounterPageSize);
  });

  route(app, listConditions, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findOpenPatient(db, actor, input.patientId);
    const items = await findStatedConditions(db, input.patientId, input);
    return { items, can: allowances(actor, recordPolicy, patient) };
  });

  route(app, listAppointments, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return { items: await queries.findAppointments(db, input.patientId) };
  });
}
