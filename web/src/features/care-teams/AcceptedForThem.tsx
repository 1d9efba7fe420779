import { acceptedThroughLabels } from '@careloop/contracts/care-teams/codes';
import type { AcceptedInvitation } from '@careloop/contracts/care-teams/invitations';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../session/useSession.ts';
import { DateTimeText } from '../../ui/DateText.tsx';
import classes from './Invitations.module.css';
import { invitedPatientName } from './invitationWords.ts';

/** Invitations that were accepted because the person was added to the care team before they answered. */
export function AcceptedForThem({ invitations }: { invitations: readonly AcceptedInvitation[] }): ReactNode {
  return (
    <section className={classes['accepted']} aria-label="Accepted without an answer">
      <h2>Accepted without an answer</h2>
      <ul>
        {invitations.map((invitation) => (
          <li key={invitation.careTeamMemberId}>
            <AcceptedRow invitation={invitation} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AcceptedRow({ invitation }: { invitation: AcceptedInvitation }): ReactNode {
  const { user } = useSession();
  const { patientId, userId, userName, acceptedThrough, acceptedAt } = invitation;
  return (
    <>
      <Link to="/Patient/$patientId" params={{ patientId: String(patientId) }}>
        {invitedPatientName(invitation)}
      </Link>
      <span>
        Accepted {acceptedThroughLabels[acceptedThrough]}
        {userId !== user.userId && ` for ${userName}`}, <DateTimeText at={acceptedAt} />
      </span>
    </>
  );
}
