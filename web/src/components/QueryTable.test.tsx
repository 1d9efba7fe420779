import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { QueryTable, type QueryTableProps } from './QueryTable.tsx';

const failed = { message: 'The server did not answer', status: 500 };
const columns = [{ title: 'Name', render: (name: string) => name }];

function show(query: Partial<QueryTableProps<string[], string>['query']>) {
  const refetch = vi.fn<() => void>();
  const user = renderComponent(
    <QueryTable
      label="Plans"
      columns={columns}
      rowKey={(name) => name}
      items={(data) => data}
      emptyTitle="No plans"
      query={{ data: undefined, error: null, refetch, ...query }}
    />,
  );
  return { refetch, retry: () => user.click(screen.getByRole('button', { name: 'Try again' })) };
}

test('rows that could not be updated stay, and are said to be old', async () => {
  const dataUpdatedAt = new Date(2026, 4, 2, 16, 10).getTime();
  const { refetch, retry } = show({ data: ['Gold'], error: failed, dataUpdatedAt });
  expect(screen.getByRole('cell', { name: 'Gold' })).toBeVisible();
  expect(screen.getByText('The rows shown are old. They were loaded 5/2/26 4:10 PM.')).toBeVisible();
  expect(refetch).not.toHaveBeenCalled();
  await retry();
  expect(refetch).toHaveBeenCalledOnce();
});

test.each([[undefined], [[]]])('without rows, %j, the table could not be loaded', async (data) => {
  const { refetch, retry } = show({ data, error: failed });
  expect(screen.getByText('Plans could not be loaded')).toBeVisible();
  expect(screen.queryByText('No plans')).toBeNull();
  await retry();
  expect(refetch).toHaveBeenCalledOnce();
});

test('a table that was loaded says nothing about its age', () => {
  show({ data: ['Gold'], dataUpdatedAt: Date.now() });
  expect(screen.queryByText(/are old/)).toBeNull();
});
