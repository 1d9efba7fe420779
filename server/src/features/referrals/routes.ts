import { referralStatus, urgencyLabel } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import { createReferral, getReferral, referralTexts } from '@careloop/contracts/referrals';
import { getReferralAdditionalInfo } from '@careloop/contracts/referrals/additionalInfo';
import { getProviderDay, suggestColleagues } from '@careloop/contracts/referrals/deciding';
import { checkReferralDigest } from '@careloop/contracts/referrals/digest';
import { getMissingReferrer } from '@careloop/contracts/referrals/referrer';
import { getReferralProtocol } from '@careloop/contracts/referrals/protocols';
import { getRecordScope } from '@careloop/contracts/referrals/recordScope';
import { getReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import type { Actor } from '../../platform/identity/actor.ts';
import { allowances, authorize } from '../../core/access/authorize.ts';
import { deniedPatient } from '../../core/access/patientAccess.ts';
import type { App } from '../../core/app.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { Db } from '../../platform/db/client.ts';
import { route } from '../../platform/http/route.ts';
import type { SetAuditSubject } from '../../platform/http/route.ts';
import { lockToRefer } from '../consultations/shared/followed.ts';
import { patientPolicy } from '../patients/shared/policy.ts';
import { findPatientToRefer } from '../patients/shared/queries/patients.ts';
import * as sending from './createReferral.ts';
import { findColleagues, findProviderDay } from './queries/deciding.ts';
import { findReferral } from './queries/detail.ts';
import { findMissingReferrer } from './missingReferrer.ts';
import { lockSeen, refuseUnseen, requestedSubject } from './lockSeen.ts';
import { coordinates, isAnsweredByCoordinators, isSender, otherUserOf, referralPolicy, sideOf } from './policy.ts';
import type { ReferralKey } from './queries/referral.ts';
import { checkSent } from './saveSentContent.ts';
import { findAskedProtocol } from './queries/protocol.ts';
import { findReceiverScope } from './queries/recordScope.ts';
import { findSuggestions } from './queries/suggestions.ts';
import { findReferralLists } from './queries/story.ts';

export function referralRoutes(app: App): void {
  route(app, getMissingReferrer, async ({ input, actor, db }) => {
    const patient = await findPatientToRefer(db, actor, input.patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, input.patientId);
    return findMissingReferrer(db, actor, patient.clientId);
  });

  route(app, getReferralSuggestions, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, diagnosisCodedConceptId = null } = input;
    setAuditSubject({ patientId });
    const patient = await findPatientToRefer(db, actor, patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, patientId);
    return findSuggestions(db, actor, { patientId, clientId: patient.clientId, diagnosisCodedConceptId });
  });

  route(app, getReferralProtocol, async ({ input, actor, db, setAuditSubject }) => {
    const { patientId, healthcareProviderSpecialtyId: specialtyId } = input;
    setAuditSubject({ patientId });
    const patient = await findPatientToRefer(db, actor, patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, patientId);
    return { protocol: await findAskedProtocol(db, { patientId, clientId: patient.clientId, specialtyId }) };
  });

  route(app, getRecordScope, async ({ input: { patientId, healthcareProviderId }, actor, db }) => {
    const patient = await findPatientToRefer(db, actor, patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, patientId);
    const found = await findReceiverScope(db, { clientId: patient.clientId, healthcareProviderId });
    if (found === undefined) throw invalidInput({ healthcareProviderId: referralTexts.providerRequired });
    return found;
  });

  route(app, checkReferralDigest, async ({ input, actor, db, setAuditSubject }) => {
    const { referralId } = await readReferral({ input, actor, db, setAuditSubject });
    return { check: await checkSent(db, referralId) };
  });

  route(app, getProviderDay, async ({ input, actor, db }) => ({
    appointments: await findProviderDay(db, actor, input),
  }));

  route(app, suggestColleagues, async ({ input, actor, db, setAuditSubject }) => {
    const { referralId } = await requireReferral({ input, actor, db, setAuditSubject });
    return { items: await findColleagues(db, actor, referralId) };
  });

  route(app, getReferral, readReferral);
  route(app, getReferralAdditionalInfo, readReferral);

  route(app, createReferral, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    const patient = await findPatientToRefer(db, actor, input.patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, input.patientId);
    const previous = await findPrevious(db, actor, input, setAuditSubject);
    const { careCoordinatorRequestId, patientId } = input;
    const consultation = careCoordinatorRequestId
      ? await lockToRefer(db, actor, { careCoordinatorRequestId, patientId }, setAuditSubject)
      : null;
    const allowed = authorize(actor, patientPolicy, 'createReferral', patient);
    return sending.createReferral(db, actor, allowed, input, { previous, consultation });
  });
}

/**
 * Removes the preferred-provider reason: which providers a client prefers is internal, so the receiver does not see why another
 * one was chosen.
 */
function withoutPreference(timeline: ReferralEvent[]) {
  return {
    notPreferredReason: null,
    notPreferredAdditionalInfo: null,
    timeline: timeline.map((event) => ({
      ...event,
      changes: event.changes.filter(({ field }) => field !== 'notPreferredReason'),
    })),
  };
}

interface Reading {
  input: ReferralKey;
  actor: Actor;
  db: Db;
  setAuditSubject: SetAuditSubject;
}

async function requireReferral({ input, actor, db, setAuditSubject }: Reading) {
  setAuditSubject(requestedSubject(input));
  const referral = await findReferral(db, actor, input);
  if (referral === undefined) throw await refuseUnseen(db, input, setAuditSubject);
  setAuditSubject({ patientId: referral.patient.patientId, subjectType: 'referral', subjectId: referral.referralId });
  return referral;
}

async function readReferral({ input, actor, db, setAuditSubject }: Reading) {
  const referral = await requireReferral({ input, actor, db, setAuditSubject });
  const isOver = referral.rules.isOverForReceiver;
  const lists = await findReferralLists(db, actor, {
    referralId: referral.referralId,
    patientId: referral.patient.patientId,
    isOver,
    otherUserId: otherUserOf(actor, referral.rules),
  });
  return {
    ...referral,
    ...lists,
    ...(!isSender(actor, referral.rules) && withoutPreference(lists.timeline)),
    statusCode: referralStatus.codeOf(referral.isOverdue ? 'overdue' : referral.status),
    urgency: urgencyLabel(referral.urgencyDays),
    side: sideOf(actor, referral.rules),
    isAnsweredByCoordinators: isAnsweredByCoordinators(referral.rules),
    isUserCoordinator: coordinates(actor, referral.rules),
    can: allowances(actor, referralPolicy, referral.rules),
  };
}

/**
 * Locks the declined or canceled referral that the new one replaces.
 * @throws AppError `invalid_input` if it belongs to another patient
 */
async function findPrevious(
  db: Db,
  actor: Actor,
  input: InputOf<typeof createReferral>,
  setAuditSubject: SetAuditSubject,
) {
  const { patientId, previousReferralId: referralId, workQueueEncounterId } = input;
  if (!referralId && !workQueueEncounterId) return null;
  const previous = await lockSeen(db, actor, { referralId, workQueueEncounterId }, setAuditSubject);
  if (previous.patientId !== patientId)
    throw invalidInput({ patientId: 'The referral to follow is another patient’s.' });
  return authorize(actor, referralPolicy, 'referAgain', previous);
}
