import { acceptedThroughLabels } from '@careloop/contracts/care-teams/codes';
import type { AcceptedThrough } from '@careloop/contracts/care-teams/codes';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { shape } from '../../platform/db/shape.ts';
import { notify } from '../../core/integrations/notifications.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { acceptedInvitationText } from './texts.ts';

/**
 * Tells the invited person by what their invitation was accepted. The message contains no patient information, only a link to
 * the invitations, which show it.
 */
export async function notifyOfAcceptedInvitation(
  deps: WorkerDeps,
  { careTeamMemberId }: { careTeamMemberId: number },
  run: JobAttempt,
): Promise<void> {
  const user = await findAccepted(deps.db, careTeamMemberId);
  if (user === undefined) return;
  await notify(deps, run, {
    type: 'careTeamInvitation',
    recipientUserId: user.userId,
    mail: {
      // No ids that would connect the delivery with the patient.
      clientId: null,
      ...acceptedInvitationText(deps, user.fullName, acceptedThroughLabels[user.acceptedThrough]),
    },
    dedupeKey: `care-team-invitation-accepted:${careTeamMemberId}:${user.acceptedAt}`,
  });
}

interface AcceptedUser {
  userId: number;
  fullName: string;
  acceptedThrough: AcceptedThrough;
  /** Differs for a later invitation of the same person. */
  acceptedAt: number;
}

const acceptedUser = shape<AcceptedUser, { m: 'care_team_member'; u: 'user_account' }>({
  userId: 'm.user_id',
  fullName: sql`u.first_name || ' ' || u.last_name`,
  acceptedThrough: sql`m.accepted_through`,
  acceptedAt: sql`extract(epoch from m.status_changed_at)::float8`,
});

async function findAccepted(db: Db, careTeamMemberId: number): Promise<AcceptedUser | undefined> {
  const { rows } =
    await acceptedUser.from`care_team_member m join user_account u on u.user_id = m.user_id and u.is_active
    where m.care_team_member_id = ${careTeamMemberId} and m.accepted_through is not null`.execute(db);
  return rows[0];
}
