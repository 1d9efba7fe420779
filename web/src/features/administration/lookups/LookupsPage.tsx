import { Tabs, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LookupList } from './LookupList.tsx';
import classes from './Lookups.module.css';
import { lookupTabs } from './search.ts';
import { UserTypes } from './UserTypes.tsx';

const page = getRouteApi('/Lookups');

const labels = { specialties: 'Specialties', conditions: 'Conditions', userTypes: 'User types' } as const;

/** The lists of options that forms offer. */
export function LookupsPage(): ReactNode {
  const { tab = 'specialties' } = page.useSearch();
  const navigate = page.useNavigate();
  return (
    <Tabs
      value={tab}
      onChange={(next) => void navigate({ search: { tab: lookupTabs.find((one) => one === next) }, replace: true })}
      keepMounted={false}
      h="100%"
      mih={0}
      display="flex"
      className={`${classes['page']} ${classes['panel']}`}
    >
      <header className={classes['header']}>
        <Title order={1}>Lookups</Title>
        <Tabs.List>
          {lookupTabs.map((one) => (
            <Tabs.Tab key={one} value={one}>
              {labels[one]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </header>
      <Tabs.Panel value={tab} className={classes['panel']}>
        {tab === 'userTypes' ? <UserTypes /> : <LookupList key={tab} kind={tab} />}
      </Tabs.Panel>
    </Tabs>
  );
}
