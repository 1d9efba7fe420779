import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../../ui/Page.tsx';
import { ClientLists } from './ClientLists.tsx';
import { InsuranceLists } from './InsuranceLists.tsx';
import { conditionKind, specialtyKind } from './lookupKinds.tsx';
import { LookupList } from './LookupList.tsx';
import classes from './Lookups.module.css';
import { userTypeKind } from './userTypeKind.tsx';
import { lookupTabs, type LookupTab } from './search.ts';

const page = getRouteApi('/Lookups');

const labels: Readonly<Record<LookupTab, string>> = {
  specialties: 'Specialties',
  conditions: 'Conditions',
  providerTags: 'Provider tags',
  taskTags: 'Task tags',
  taskTemplates: 'Task templates',
  affiliations: 'Affiliations',
  referralReasons: 'Referral reasons',
  referralProtocols: 'Referral protocols',
  insurance: 'Insurance',
  userTypes: 'User types',
};

function panelOf(tab: LookupTab): ReactNode {
  if (tab === 'specialties') return <LookupList key={tab} kind={specialtyKind} />;
  if (tab === 'conditions') return <LookupList key={tab} kind={conditionKind} />;
  if (tab === 'insurance') return <InsuranceLists />;
  if (tab === 'userTypes') return <LookupList key={tab} kind={userTypeKind} />;
  return <ClientLists key={tab} tab={tab} />;
}

/** The lists of options that forms offer. */
export function LookupsPage(): ReactNode {
  const { tab = 'specialties' } = page.useSearch();
  const navigate = page.useNavigate();
  return (
    <Tabs
      value={tab}
      onChange={(next) =>
        void navigate({
          search: ({ clientId }) => ({ tab: lookupTabs.find((one) => one === next), clientId }),
          replace: true,
        })
      }
      keepMounted={false}
      h="100%"
      mih={0}
    >
      <Page
        title="Lookups"
        layout="fill"
        tabs={
          <Tabs.List w="100%">
            {lookupTabs.map((one) => (
              <Tabs.Tab key={one} value={one}>
                {labels[one]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        <Tabs.Panel value={tab} className={classes['panel']}>
          {panelOf(tab)}
        </Tabs.Panel>
      </Page>
    </Tabs>
  );
}
