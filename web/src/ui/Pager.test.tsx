import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { Pager } from './Pager.tsx';

test('a page beyond the last one claims nothing, and leads to the last one', async () => {
  const onPage = vi.fn<(page: number) => void>();
  const user = renderComponent(<Pager page={50} pageCount={7} onPage={onPage} />);
  expect(screen.queryByText(/showing/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(onPage).toHaveBeenCalledExactlyOnceWith(7);
});
