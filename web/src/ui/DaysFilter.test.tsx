import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { fill, leave, renderComponent } from '../../test/components.tsx';
import { DaysFilter } from './DaysFilter.tsx';

function Filter(): ReactNode {
  const [days, setDays] = useState<{ from?: string | undefined; until?: string | undefined }>({ from: '2026-07-04' });
  return (
    <>
      <DaysFilter labels={{ from: 'Sent from', until: 'Sent until' }} {...days} onChange={setDays} />
      <button type="button" onClick={() => setDays({})}>
        Reset filters
      </button>
    </>
  );
}

test('text that is not a date stays until the filter is reset', async () => {
  const user = renderComponent(<Filter />);
  const from = screen.getByLabelText('Sent from');
  const until = screen.getByLabelText('Sent until');
  expect(from).toHaveValue('7/4/2026');
  fill(until, '13/45');
  leave(until);
  expect(until).toHaveValue('13/45');
  await user.click(screen.getByText('Reset filters'));
  expect(from).toHaveValue('');
  expect(until).toHaveValue('');
});
