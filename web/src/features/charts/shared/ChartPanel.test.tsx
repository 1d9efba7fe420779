import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { readingRoomSearch } from '../search.ts';
import { choicesIn, documentKey, type TreeChoices } from './chartAddress.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { chartsOf } from './chartQueries.ts';

function open(
  address: Record<string, string>,
  shownKey: string | null = null,
): { onChoose: (choices: TreeChoices) => void } {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const groupings = { visit: [], date: [], chartType: [] };
  for (const showArchived of [false, true]) {
    client.setQueryData(chartsOf(7, showArchived).queryKey, {
      documents: [],
      appointments: [],
      referrals: [],
      groupings,
    } as never);
  }
  const onChoose = vi.fn<(choices: TreeChoices) => void>();
  const choices = choicesIn(readingRoomSearch.parse(address));
  renderComponent(
    <QueryClientProvider client={client}>
      <ChartPanel patientId={7} label="Charts" choices={choices} onChoose={onChoose} shownKey={shownKey} />
    </QueryClientProvider>,
  );
  return { onChoose };
}

test('the tree lists what the address says', () => {
  open({ chartView: 'date', showArchived: 'true' });
  expect(screen.getByRole('radio', { name: 'Date' })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Show archived' })).toBeChecked();
});

test('a choice goes to the address, next to the other one', () => {
  const { onChoose } = open({ chartView: 'date' });
  expect(screen.getByRole('switch', { name: 'Show archived' })).not.toBeChecked();
  screen.getByRole('switch', { name: 'Show archived' }).click();
  expect(onChoose).toHaveBeenLastCalledWith({ chartView: 'date', showArchived: true });
  screen.getByRole('radio', { name: 'Chart Type' }).click();
  expect(onChoose).toHaveBeenLastCalledWith({ chartView: 'chartType', showArchived: undefined });
});

test('a document of the address that is not listed is not passed over in silence', () => {
  open({}, documentKey(70));
  expect(screen.getByText('This document is not in this patient’s charts.')).toBeVisible();
  expect(screen.getByText(/switch on “Show archived”/)).toBeVisible();
});

test('with archived documents listed, there is nothing left to switch on', () => {
  open({ showArchived: 'true' }, documentKey(70));
  expect(screen.getByText('This document is not in this patient’s charts.')).toBeVisible();
  expect(screen.queryByText(/Show archived”/)).toBeNull();
});
