import type { Db } from '../../platform/db/client.ts';
import { notify } from '../../core/integrations/notifications.ts';
import type { WorkerDeps } from '../../core/worker.ts';
import type { JobAttempt } from '../../platform/jobs/handler.ts';
import { invitationText } from './texts.ts';

interface Invited {
  careTeamMemberId: number;
  /** Version of the membership; it changes after an answer or another invitation. */
  version: number;
}

/** Notifies the invited user. The message contains no patient information, only a link to the invitations. */
export async function notifyInvitedUser(deps: WorkerDeps, invited: Invited, run: JobAttempt): Promise<void> {
  const user = await findInvited(deps.db, invited);
  if (user === undefined) return;
  await notify(deps, run, {
    type: 'careTeamInvitation',
    recipientUserId: user.user_id,
    mail: {
      // No ids that would connect the delivery with the patient.
      clientId: null,
      ...invitationText(deps, `${user.first_name} ${user.last_name}`),
    },
    dedupeKey: `care-team-invitation:${invited.careTeamMemberId}:${invited.version}`,
  });
}

function findInvited(db: Db, { careTeamMemberId, version }: Invited) {
  return db
    .selectFrom('care_team_member as m')
    .innerJoin('user_account as u', 'u.user_id', 'm.user_id')
    .select(['u.user_id', 'u.first_name', 'u.last_name'])
    .where('m.care_team_member_id', '=', careTeamMemberId)
    .where('m.version', '=', version)
    .where('m.status', '=', 'invited')
    .where('u.is_active', '=', true)
    .executeTakeFirst();
}
