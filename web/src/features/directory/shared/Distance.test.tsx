import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { Distance } from './Distance.tsx';

test.each([
  [true, 'No distance information available.'],
  [false, 'No distance information available. Provider has no associated addresses.'],
])('an unknown distance to a provider whose address is known (%s) says why', (hasAddress, reason) => {
  renderComponent(<Distance miles={null} hasAddress={hasAddress} />);
  expect(screen.getByRole('img')).toHaveAccessibleName(reason);
});
