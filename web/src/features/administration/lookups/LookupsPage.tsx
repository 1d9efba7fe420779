import { listUserTypes, type ListedUserType } from '@careloop/contracts/administration/lookups';
import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { Page } from '../../../ui/Page.tsx';
import { permissionTexts } from '../users/permissionTexts.ts';
import { ClientLists } from './ClientLists.tsx';
import { InsuranceLists } from './InsuranceLists.tsx';
import { conditionKind, specialtyKind } from './lookupKinds.tsx';
import { LookupList } from './LookupList.tsx';
import classes from './Lookups.module.css';
import { lookupTabs, type LookupTab } from './search.ts';

const page = getRouteApi('/Lookups');

const labels: Readonly<Record<LookupTab, string>> = {
  specialties: 'Specialties',
  conditions: 'Conditions',
  providerTags: 'Provider tags',
  affiliations: 'Affiliations',
  insurance: 'Insurance',
  userTypes: 'User types',
};

function panelOf(tab: LookupTab): ReactNode {
  if (tab === 'specialties') return <LookupList key={tab} kind={specialtyKind} />;
  if (tab === 'conditions') return <LookupList key={tab} kind={conditionKind} />;
  if (tab === 'insurance') return <InsuranceLists />;
  if (tab === 'userTypes') return <UserTypes />;
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

const userTypeColumns: readonly Column<ListedUserType>[] = [
  { title: 'User type', isShort: true, render: ({ description }) => description },
  {
    title: 'What a new user may do',
    render: ({ permissions }) => permissions.map((one) => permissionTexts[one].label).join(', '),
  },
  { title: 'Active users', isNumeric: true, render: ({ userCount }) => userCount.toLocaleString('en-US') },
];

/** The user types, which are the same in every installation. */
function UserTypes(): ReactNode {
  const query = useQuery(queryOf(listUserTypes, {}));
  return (
    <>
      <Text fz="sm" c="dimmed" className={classes['bar']}>
        User types and their default permissions are fixed. Change the permissions of one user under Users.
      </Text>
      <div className={classes['list']}>
        <QueryTable
          label="User types"
          columns={userTypeColumns}
          query={query}
          items={({ items }) => items}
          emptyTitle="No user types"
          rowKey={(one) => one.userTypeId}
        />
      </div>
    </>
  );
}
