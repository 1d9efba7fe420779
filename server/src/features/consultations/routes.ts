import { consultationStatus } from '@careloop/contracts/codes/consultations';
import {
  cancelConsultation,
  completeConsultation,
  consultationPageSize,
  consultationTexts,
  countUnreadAnswers,
  createConsultation,
  getConsultation,
  getConsultationBrand,
  getConsultationInQueue,
  listConsultations,
  readConsultationAnswer,
} from '@careloop/contracts/consultations';
import { answerOf } from '@careloop/contracts/consultations/states';
import type { AnsweredStatus } from '@careloop/contracts/consultations/states';

import { inNameOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import { deniedPatient } from '../../core/access/patientAccess.ts';
import { findLetterBrand } from '../../core/charts/letterBrand.ts';
import type { Db } from '../../platform/db/client.ts';
import { readCount } from '../../platform/db/count.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import { consultedPatientPolicy } from '../patients/shared/policy.ts';
import * as answering from './answerConsultation.ts';
import * as sending from './createConsultation.ts';
import { findAnsweringProviders, findConsultation, findConsultationLists } from './queries/detail.ts';
import { findConsultations, unreadCount } from './shared/queries/list.ts';
import { lockSeen, refuseUnseen, requestedSubject } from './lockSeen.ts';
import { isRequester, consultationPolicy, requesterOf } from './policy.ts';
import { findPatientToConsult } from './queries/consultation.ts';
import type { ConsultationKey } from './queries/consultation.ts';
import { readAnswer } from './readAnswer.ts';

export function consultationRoutes(app: App): void {
  route(app, listConsultations, async ({ input, actor, db, setAuditSubject }) => {
    const page = await findConsultations(db, actor, input, consultationPageSize);
    const ids = page.items.map((item) => item.careCoordinatorRequestId);
    setAuditSubject({ patientId: input.patientId ?? null, details: { careCoordinatorRequestIds: ids } });
    return page;
  });

  route(app, countUnreadAnswers, async ({ actor, db }) => ({ unreadCount: await readCount(db, unreadCount(actor)) }));

  route(app, getConsultation, async ({ input, actor, db, setAuditSubject }) => {
    const { encounter: _encounter, ...consultation } = await read(db, actor, input, setAuditSubject);
    return consultation;
  });

  route(app, getConsultationBrand, async ({ input, actor, db, setAuditSubject }) => {
    const consultation = await findConsultation(db, actor, input);
    if (consultation === undefined) throw await refuseUnseen(db, input, setAuditSubject);
    return await findLetterBrand(db, 'consultation', input.careCoordinatorRequestId);
  });

  route(app, getConsultationInQueue, async ({ input, actor, db, setAuditSubject }) => {
    const consultation = await read(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, consultation.requestedToUserId);
    return {
      ...consultation,
      answeringProviders: await findAnsweringProviders(db, receiver, consultation.rules),
    };
  });

  route(app, createConsultation, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findPatientToConsult(db, actor, input.patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, input.patientId);
    const allowed = authorize(actor, consultedPatientPolicy, 'createConsultation', patient);
    return sending.createConsultation(db, actor, allowed, input);
  });

  route(app, completeConsultation, async ({ input, actor, db, setAuditSubject }) => {
    const consultation = await lockSeen(db, actor, input, setAuditSubject);
    const receiver = inNameOf(actor, consultation.requestedToUserId);
    const answer = answerOf(statusOf(input.status));
    const allowed = authorize(receiver, consultationPolicy, answer, consultation);
    return answering.answerConsultation(db, receiver, allowed, answer, input);
  });

  route(app, cancelConsultation, async ({ input, actor, db, setAuditSubject }) => {
    const consultation = await lockSeen(db, actor, input, setAuditSubject);
    const requester = inNameOf(actor, requesterOf(consultation));
    return answering.cancelConsultation(
      db,
      requester,
      authorize(requester, consultationPolicy, 'cancel', consultation),
    );
  });

  route(app, readConsultationAnswer, async ({ input, actor, db }) => {
    await readAnswer(db, actor, { consultationId: input.careCoordinatorRequestId, seen: input.version });
    return {};
  });
}

/** The status for an answer code; the contract allows no other. */
function statusOf(code: number): AnsweredStatus {
  const status = consultationStatus.nameOf(code);
  if (status === undefined || status === 'pending' || status === 'cancelled') {
    throw invalidInput({ status: consultationTexts.actionRequired });
  }
  return status;
}

/** A consultation as the actor sees it, audited. */
async function read(db: Db, actor: Actor, key: ConsultationKey, setAuditSubject: SetAuditSubject) {
  setAuditSubject(requestedSubject(key));
  const consultation = await findConsultation(db, actor, key);
  if (consultation === undefined) throw await refuseUnseen(db, key, setAuditSubject);
  const { patient, careCoordinatorRequestId, rules } = consultation;
  setAuditSubject({ patientId: patient.patientId, subjectType: 'consultation', subjectId: careCoordinatorRequestId });
  const lists = await findConsultationLists(db, actor, rules);
  return {
    ...consultation,
    ...lists,
    // Only visible to the requesting side.
    ...(!isRequester(actor, rules) && { notPreferredReason: null, notPreferredAdditionalInfo: null }),
    can: allowances(actor, consultationPolicy, rules),
  };
}
