import { listUserTypes, type ListedUserType } from '@careloop/contracts/administration/lookups';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { QueryTable } from '../../../components/QueryTable.tsx';
import { permissionTexts } from '../users/permissionTexts.ts';
import classes from './Lookups.module.css';

const columns: readonly Column<ListedUserType>[] = [
  { title: 'User type', isShort: true, render: ({ description }) => description },
  {
    title: 'What a new user may do',
    render: ({ permissions }) => permissions.map((one) => permissionTexts[one].label).join(', '),
  },
  { title: 'Active users', isNumeric: true, render: ({ userCount }) => userCount.toLocaleString('en-US') },
];

/** The user types, which are the same in every installation. */
export function UserTypes(): ReactNode {
  const query = useQuery(queryOf(listUserTypes, {}));
  return (
    <>
      <Text fz="sm" c="dimmed" className={classes['bar']}>
        User types and their default permissions are fixed. Change the permissions of one user under Users.
      </Text>
      <div className={classes['list']}>
        <QueryTable
          label="User types"
          columns={columns}
          query={query}
          items={({ items }) => items}
          emptyTitle="No user types"
          rowKey={(one) => one.userTypeId}
        />
      </div>
    </>
  );
}
