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

test('rows that could not be updated stay; the notice of the page says that they are old', () => {
  show({ data: ['Gold'], error: failed });
  expect(screen.getByRole('cell', { name: 'Gold' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('a table that could not be loaded says so', async () => {
  const { refetch, retry } = show({ error: failed });
  expect(screen.getByText('Plans could not be loaded')).toBeVisible();
  expect(screen.queryByText('No plans')).toBeNull();
  await retry();
  expect(refetch).toHaveBeenCalledOnce();
});
