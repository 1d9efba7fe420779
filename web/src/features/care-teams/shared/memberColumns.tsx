import { relationshipType, relationshipTypeLabels } from '@careloop/contracts/care-teams/codes';
import { userTypeLabels, type UserType } from '@careloop/contracts/codes';
import { careTeamTexts, type CareTeamMember } from '@careloop/contracts/care-teams';
import { IconStethoscope } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/DataTable.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { ProviderName } from '../../directory/shared/ProviderName.tsx';
import classes from './CareTeam.module.css';
import { ContactLines } from './ContactLines.tsx';

const isUserType = (type: string): type is UserType => type in userTypeLabels;

export const memberColumns: readonly Column<CareTeamMember>[] = [
  { title: 'Name', render: (member) => <Name member={member} /> },
  { title: 'Organization', render: (member) => <Organization member={member} /> },
  { title: 'Contact', render: (member) => <ContactLines of={member} /> },
  {
    title: 'Relationship',
    isShort: true,
    isSecondary: true,
    render: ({ relationshipType: code }) => {
      const name = relationshipType.nameOf(code);
      return name === undefined || name === 'none' ? null : relationshipTypeLabels[name];
    },
  },
  { title: 'Membership', isShort: true, render: (member) => <Membership member={member} /> },
];

function Name({ member }: { member: CareTeamMember }): ReactNode {
  const { healthcareProviderId, lastName, firstName, userType, specialty, isPcp } = member;
  const role = isUserType(userType) ? userTypeLabels[userType] : userType;
  return (
    <span className={classes['stack']}>
      <span className={classes['name']}>
        <ProviderName healthcareProviderId={healthcareProviderId}>{`${lastName}, ${firstName}`}</ProviderName>
        {isPcp && <StatusBadge tone="info" label="PCP" icon={<IconStethoscope size={14} aria-hidden />} />}
      </span>
      <span className={classes['dim']}>{[role, specialty].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** The practice and its address; further addresses are stacked below. */
function Organization({ member: { organizationName, addressInfos } }: { member: CareTeamMember }): ReactNode {
  if (organizationName === null && addressInfos.length === 0) return null;
  return (
    <span className={classes['stack']}>
      {organizationName !== null && <span>{organizationName}</span>}
      {addressInfos.map(({ addressId, address: { address1, city, state, zipcode } }) => (
        <span key={addressId} className={classes['dim']}>
          {[address1, city, [state, zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
        </span>
      ))}
    </span>
  );
}

/** The state of the membership, and whether its person can answer at all. */
function Membership({ member }: { member: CareTeamMember }): ReactNode {
  return (
    <span className={classes['stack']}>
      <MembershipState member={member} />
      {!member.isActive && <StatusBadge tone="warning" label={careTeamTexts.cannotSignIn} />}
    </span>
  );
}

function MembershipState({ member }: { member: CareTeamMember }): ReactNode {
  const { status, statusChangedAt, invitedByName } = member;
  if (status === 'accepted') return <StatusBadge tone="success" label="Member" />;
  const when = formatDate(statusChangedAt);
  return (
    <>
      {status === 'invited' ? (
        <StatusBadge tone="neutral" label="Invited" />
      ) : (
        <StatusBadge tone="inactive" label="Inactive" />
      )}
      <span className={classes['dim']}>{invitedByName === null ? `since ${when}` : `${when}, ${invitedByName}`}</span>
    </>
  );
}
