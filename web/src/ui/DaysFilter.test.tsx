import { dateTexts } from '@careloop/contracts/fields/dates';
import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { fill, leave, renderComponent } from '../../test/components.tsx';
import { DaysFilter } from './DaysFilter.tsx';

function Filter(): ReactNode {
  const [days, setDays] = useState<{ from?: string | undefined; until?: string | undefined }>({ from: '2026-07-04' });
  return (
    <>
      <DaysFilter label="Sent" {...days} onChange={setDays} />
      <output>{JSON.stringify(days)}</output>
      <button type="button" onClick={() => setDays({})}>
        Reset filters
      </button>
    </>
  );
}

test('text that is not a date stays until the filter is reset', async () => {
  const user = renderComponent(<Filter />);
  const from = screen.getByLabelText('Start date');
  const until = screen.getByLabelText('End date');
  expect(from).toHaveValue('7/4/2026');
  fill(until, '13/45');
  leave(until);
  expect(until).toHaveValue('13/45');
  expect(screen.getByText(dateTexts.invalid)).toBeVisible();
  await user.click(screen.getByText('Reset filters'));
  expect(from).toHaveValue('');
  expect(until).toHaveValue('');
});

test('a period backwards is refused in words, and the one before it stays in use', () => {
  renderComponent(<Filter />);
  fill(screen.getByLabelText('End date'), '7/1/2026');
  expect(screen.getByText(dateTexts.order)).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('{"from":"2026-07-04"}');
  fill(screen.getByLabelText('End date'), '7/5/2026');
  expect(screen.queryByText(dateTexts.order)).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent('{"from":"2026-07-04","until":"2026-07-05"}');
});

test('a required day that is left empty is asked for', () => {
  renderComponent(
    <DaysFilter label="Period" required from="2026-07-04" until="2026-07-05" onChange={() => undefined} />,
  );
  const end = screen.getByLabelText(/^End date/);
  fill(end, '');
  leave(end);
  expect(screen.getByText(dateTexts.endRequired)).toBeVisible();
});
