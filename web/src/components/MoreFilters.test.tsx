import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { CountedFilter, nameOf } from './MoreFilters.tsx';

interface Search {
  facilityId?: number | undefined;
}

const facilities = [
  { facilityId: 7, name: 'Lakeside Clinic', count: 12 },
  { facilityId: 9, name: 'Harbor Hospital', count: null },
];

function renderFilter(search: Search) {
  const onChange = vi.fn<(filter: Partial<Search>) => void>();
  const user = renderComponent(
    <CountedFilter
      search={search}
      onChange={onChange}
      name="facilityId"
      label="Facility"
      values={facilities}
      textOf={nameOf}
    />,
  );
  return { user, onChange };
}

test('a counted filter lists its values with their counts and reports the chosen one as the value itself', async () => {
  const { user, onChange } = renderFilter({});
  await user.click(screen.getByRole('combobox', { name: 'Facility' }));
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
    'Lakeside Clinic (12)',
    'Harbor Hospital',
  ]);
  await user.click(screen.getByRole('option', { name: 'Harbor Hospital' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ facilityId: 9 });
});

test('a counted filter shows a value of the address that is no longer offered, until it is chosen again', async () => {
  const { user, onChange } = renderFilter({ facilityId: 4 });
  const facility = screen.getByRole('combobox', { name: 'Facility' });
  expect(facility).toHaveValue('Facility 4');
  await user.click(facility);
  await user.click(screen.getByRole('option', { name: 'Facility 4' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ facilityId: undefined });
});
