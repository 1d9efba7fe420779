import { getReferralDraft, listReferralDrafts, saveReferralDraft } from '@careloop/contracts/referrals/drafts';

import { requirePatient } from '../../core/access/patientAccess.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findDraft, findDrafts, saveDraft } from './saveDraft.ts';

/** Drafts of referrals that have not been sent. */
export function referralDraftRoutes(app: App): void {
  route(app, getReferralDraft, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return { draft: await findDraft(db, actor, input.patientId) };
  });

  route(app, listReferralDrafts, async ({ actor, db }) => ({ drafts: await findDrafts(db, actor) }));

  route(app, saveReferralDraft, async ({ input, actor, db, setAuditSubject }) => {
    setAuditSubject({ patientId: input.patientId });
    await requirePatient(db, actor, input.patientId);
    return { current: await saveDraft(db, actor, input) };
  });
}
