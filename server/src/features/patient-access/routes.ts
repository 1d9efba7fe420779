import {
  approveAccessRequest,
  breakTheGlass,
  countAccessRequests,
  countEmergencyAccess,
  declineAccessRequest,
  listAccessRequests,
  listEmergencyAccess,
  listPatientEmergencyAccess,
  patientAccessTexts,
  requestAccess,
  reviewEmergencyAccess,
  withdrawAccessRequest,
} from '@careloop/contracts/patient-access';

import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import { deniedPatient, findPatientAccess, requirePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { readCount } from '../../platform/db/count.ts';
import { AppError, requireVersion } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import * as emergency from './breakTheGlass.ts';
import { closedPatientPolicy, requestPolicy, windowPolicy } from './policy.ts';
import * as queries from './shared/queries.ts';
import * as requests from './decideRequest.ts';
import { actionTexts } from '../../platform/audit/actionText.ts';

export function patientAccessRoutes(app: App): void {
  requestRoutes(app);
  answerRoutes(app);
  emergencyRoutes(app);
}

function requestRoutes(app: App): void {
  route(app, listAccessRequests, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId ?? null });
    const { items, nextCursor } = await queries.findRequests(db, actor, input);
    return { items: items.map((item) => ({ ...item, can: allowances(actor, requestPolicy, item) })), nextCursor };
  });

  route(app, countAccessRequests, async ({ actor, db }) => ({
    openCount: await readCount(db, queries.requestCount(actor)),
  }));

  route(app, requestAccess, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, reason } = input;
    setAuditSubject({ patientId });
    const patient = await lockClosedPatient(db, actor, patientId);
    return requests.request(db, actor, authorize(actor, closedPatientPolicy, 'requestAccess', patient), reason);
  });
}

function answerRoutes(app: App): void {
  route(app, approveAccessRequest, async ({ input, actor, db, setAuditSubject }) => {
    const request = await findRequest(db, actor, input);
    setAuditSubject(seenOf(request));
    return requests.approve(db, actor, authorize(actor, requestPolicy, 'answer', request));
  });

  route(app, declineAccessRequest, async ({ input, actor, db, setAuditSubject }) => {
    const request = await findRequest(db, actor, input);
    setAuditSubject(seenOf(request));
    return requests.decline(db, actor, authorize(actor, requestPolicy, 'answer', request), input.reason);
  });

  route(app, withdrawAccessRequest, async ({ input, actor, db, setAuditSubject }) => {
    const request = await findRequest(db, actor, input);
    setAuditSubject(seenOf(request));
    return requests.withdraw(db, actor, authorize(actor, requestPolicy, 'withdraw', request));
  });
}

function emergencyRoutes(app: App): void {
  route(app, breakTheGlass, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, reason } = input;
    setAuditSubject({ patientId });
    const patient = await lockClosedPatient(db, actor, patientId);
    return emergency.breakTheGlass(db, actor, authorize(actor, closedPatientPolicy, 'breakTheGlass', patient), reason);
  });

  route(app, listEmergencyAccess, async ({ input, actor, db }) => {
    const page = await emergency.findEmergencyAccess(db, actor, input);
    const textOf = actionTexts(app.endpoints);
    const items = page.items.map((item) => ({
      ...item,
      opened: item.opened.map((one) => ({ ...one, what: textOf(one.action) })),
      can: allowances(actor, windowPolicy, item),
    }));
    return { ...page, items };
  });

  route(app, countEmergencyAccess, async ({ actor, db }) => ({
    unreviewedCount: await readCount(db, queries.unreviewedCount(actor)),
  }));

  route(app, reviewEmergencyAccess, async ({ input, actor, db, setAuditSubject }) => {
    const window = await emergency.lockWindow(db, actor, input.breakGlassAccessId);
    if (window === undefined) throw new AppError('no_access');
    setAuditSubject({
      patientId: window.patientId,
      subjectType: 'break_glass_access',
      subjectId: window.breakGlassAccessId,
    });
    return emergency.review(db, actor, authorize(actor, windowPolicy, 'review', window));
  });

  route(app, listPatientEmergencyAccess, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return { items: await emergency.findEmergencyAccessOf(db, input.patientId) };
  });
}

/** @throws AppError `unauthorized_patient` for a patient that belongs to none of the actor's own clients */
async function lockClosedPatient(db: Db, actor: Actor, patientId: number) {
  const patient = await queries.lockOwnClientPatient(db, actor, patientId);
  if (patient === undefined) throw await deniedPatient(db, actor, patientId);
  return { patientId, ...patient, ...(await findPatientAccess(db, actor, patientId)) };
}

/** @throws AppError `no_access` if the request does not exist or the actor may not see it; `stale_version` */
async function findRequest(db: Db, actor: Actor, input: { accessRequestId: number; version?: number | undefined }) {
  const { accessRequestId } = input;
  const request = await queries.lockRequest(db, actor, accessRequestId);
  if (request === undefined) throw new AppError('no_access');
  await requireVersion(input.version, request.version, patientAccessTexts.answered, () =>
    queries.findLastDecision(db, accessRequestId),
  );
  return request;
}

const seenOf = ({ accessRequestId, patientId }: queries.FoundRequest) => ({
  patientId,
  subjectType: 'access_request',
  subjectId: accessRequestId,
});
