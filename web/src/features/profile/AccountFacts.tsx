import { userTypeLabels } from '@careloop/contracts/codes';
import type { ReactNode } from 'react';
import { useSession } from '../../session/useSession.ts';
import { Facts } from '../../ui/Facts.tsx';
import { ProfileSection } from './ProfileSection.tsx';

/** Who the user is here. */
export function AccountFacts(): ReactNode {
  const { user } = useSession();
  return (
    <ProfileSection title="Account" text="Your administrator keeps these. Ask them when something is wrong.">
      <Facts
        facts={[
          { label: 'Name', value: `${user.firstName} ${user.lastName}` },
          { label: 'Username', value: user.username },
          { label: 'Type', value: userTypeLabels[user.userType] },
          { label: 'E-mail', value: user.email },
          {
            label: user.clients.length === 1 ? 'Client' : 'Clients',
            value: user.clients.map(({ displayName }) => displayName).join(', '),
            isWide: true,
          },
        ]}
      />
    </ProfileSection>
  );
}
