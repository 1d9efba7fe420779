import { Tabs, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { AccountTab } from './AccountTab.tsx';
import classes from './Profile.module.css';

const page = getRouteApi('/Profile');

interface ProfileTab {
  /** As in the address: Provider 0, Account 1, Notifications 2 (docs/domain/profile.md). */
  tab: number;
  label: string;
  Content: ComponentType;
}

const account = { tab: 1, label: 'Account', Content: AccountTab } satisfies ProfileTab;
const tabs: readonly ProfileTab[] = [account];

/** What belongs to the user alone: who they are here, how they sign in, and where they are signed in. */
export function ProfilePage(): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  const shown = tabs.find(({ tab }) => tab === search.tab) ?? account;
  return (
    <div className={classes['page']}>
      <Title order={1}>Profile</Title>
      {tabs.length === 1 ? (
        <shown.Content />
      ) : (
        <Tabs
          value={String(shown.tab)}
          onChange={(value) => void navigate({ search: { tab: Number(value) } })}
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
            <shown.Content />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  );
}
