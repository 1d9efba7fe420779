import type { DeclinedInvitation } from '@careloop/contracts/care-teams';
import { IconMailX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import classes from './CareTeam.module.css';

/** Recently declined invitations to the care team, with the reason. */
export function DeclinedInvitations({ declined }: { declined: readonly DeclinedInvitation[] }): ReactNode {
  return declined.map((one) => (
    <Callout
      key={one.careTeamMemberId}
      icon={<IconMailX size={18} aria-hidden />}
      title={`${one.userName} declined the invitation`}
    >
      {one.reason !== null && <p className={classes['line']}>{one.reason}</p>}
      <p className={classes['dim']}>
        {one.invitedByName !== null && `Invited by ${one.invitedByName} · `}
        <DateTimeText at={one.declinedAt} />
      </p>
    </Callout>
  ));
}
