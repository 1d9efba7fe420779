import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { ErrorState } from './ErrorState.tsx';

test.each([
  ['not_found', 0],
  ['wrong_state', 1],
])('a refusal with the code %s offers Retry %i times', (code, times) => {
  renderComponent(
    <ErrorState error={{ message: 'This encounter no longer exists.', status: 200, code }} onRetry={() => undefined} />,
  );
  expect(screen.getByText('This encounter no longer exists.')).toBeVisible();
  expect(screen.queryAllByRole('button', { name: 'Retry' })).toHaveLength(times);
});
