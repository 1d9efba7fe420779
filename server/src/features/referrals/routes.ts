import { declineReason, referralStatus, urgencyLabel } from '@careloop/contracts/codes';
import type { DeclineReason } from '@careloop/contracts/codes';
import { createReferral, getReferral, listReferrals, referralPageSize } from '@careloop/contracts/referrals';

import { allowances, authorize } from '../../access/authorize.ts';
import { deniedPatient } from '../../access/patientAccess.ts';
import type { App } from '../../http/app.ts';
import { route } from '../../http/route.ts';
import { patientPolicy } from '../patients/policy.ts';
import { findPatientToRefer } from '../patients/queries.ts';
import * as sending from './createReferral.ts';
import { findReferrals } from './listQuery.ts';
import { denied, named } from './lockSeen.ts';
import { referralPolicy } from './policy.ts';
import { findReferral, findReferralLists } from './queries.ts';

export function referralRoutes(app: App): void {
  route(app, listReferrals, async ({ input, actor, db, seen }) => {
    const page = await findReferrals(db, actor, input, referralPageSize);
    seen({ patientId: input.patientId ?? null, details: { referralIds: page.items.map((item) => item.referralId) } });
    return page;
  });

  route(app, getReferral, async ({ input, actor, db, seen }) => {
    seen(named(input));
    const referral = await findReferral(db, actor, input);
    if (referral === undefined) throw await denied(db, input, seen);
    seen({ patientId: referral.patient.patientId, subjectType: 'referral', subjectId: referral.referralId });
    const lists = await findReferralLists(db, referral.referralId);
    return {
      ...referral,
      ...lists,
      statusCode: referralStatus.codeOf(referral.isOverdue ? 'overdue' : referral.status),
      urgency: urgencyLabel(referral.urgencyDays),
      declineReason:
        referral.declineReason === null ? null : declineReason.codeOf(referral.declineReason as DeclineReason),
      can: allowances(actor, referralPolicy, referral.rules),
    };
  });

  route(app, createReferral, async ({ input, actor, db, seen }) => {
    seen({ patientId: input.patientId });
    const patient = await findPatientToRefer(db, actor, input.patientId);
    if (patient === undefined) throw await deniedPatient(db, actor, input.patientId);
    return sending.createReferral(db, actor, authorize(actor, patientPolicy, 'createReferral', patient), input);
  });
}
