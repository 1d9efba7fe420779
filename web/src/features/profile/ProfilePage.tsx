import { Select, Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useSession } from '../../session/useSession.ts';
import { useActFor, useActingFor } from '../../shell/actingFor.ts';
import { Page } from '../../ui/Page.tsx';
import { AccountTab } from './AccountTab.tsx';
import { NotificationsTab } from './NotificationsTab.tsx';
import { ProviderTab } from './ProviderTab.tsx';
import { useProfile } from './useProfile.ts';

const page = getRouteApi('/Profile');

interface ProfileTab {
  /** Number in the address: Provider 0, Account 1, Notifications 2 (docs/domain/profile.md). */
  tab: number;
  label: string;
  Content: ComponentType;
}

const provider = { tab: 0, label: 'Provider', Content: ProviderTab } satisfies ProfileTab;
const notifications = { tab: 2, label: 'Notifications', Content: NotificationsTab } satisfies ProfileTab;
const account = { tab: 1, label: 'Account', Content: AccountTab } satisfies ProfileTab;

/** The user's profile: identity, who may act for them, how they sign in, and where they are signed in. */
export function ProfilePage(): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  // The tabs depend on whether they are a provider; until that is known, the account is shown.
  const isProvider = useProfile(['Account']).data?.commonData.isProvider === true;
  const tabs: readonly ProfileTab[] = [...(isProvider ? [provider] : []), account, notifications];
  const shown = tabs.find(({ tab }) => tab === search.tab) ?? account;
  const acting = useActingFor();
  return (
    <Page title="Profile" actions={<ProfileOf />} maxWidth="64rem">
      <Tabs
        value={String(shown.tab)}
        onChange={(value) => void navigate({ search: (old) => ({ ...old, tab: Number(value) }) })}
        keepMounted={false}
      >
        <Tabs.List>
          {tabs.map(({ tab, label }) => (
            <Tabs.Tab key={tab} value={String(tab)}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={String(shown.tab)}>
          <shown.Content key={acting?.proxiedUserId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** For users who can act for others: selects whose profile is shown. */
function ProfileOf(): ReactNode {
  const { usersToImpersonate } = useSession().user;
  const acting = useActingFor();
  const actFor = useActFor();
  if (usersToImpersonate.length === 0) return null;
  return (
    <Select
      label="Profile of"
      w={240}
      allowDeselect={false}
      searchable={usersToImpersonate.length > 8}
      data={[
        { value: 'self', label: 'Myself' },
        ...usersToImpersonate.map(({ proxiedUserId, firstName, lastName }) => ({
          value: String(proxiedUserId),
          label: `${firstName} ${lastName}`,
        })),
      ]}
      value={String(acting?.proxiedUserId ?? 'self')}
      onChange={(value) => actFor(value === 'self' ? undefined : Number(value))}
    />
  );
}
