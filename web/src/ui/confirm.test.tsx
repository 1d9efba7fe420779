import { MantineProvider } from '@mantine/core';
import { act, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { confirm, ConfirmHost, isAsking } from './confirm.tsx';

test('questions that are open when their page goes are answered with no, and the next page does not ask them', async () => {
  const page = render(<ConfirmHost />, { wrapper: MantineProvider });
  const answers: Promise<boolean>[] = [];
  act(() => {
    for (const title of ['Discard the draft?', 'Leave the page?']) {
      answers.push(confirm({ title, message: 'It cannot be undone.', yes: 'Yes' }));
    }
  });
  expect(await screen.findByRole('dialog', { name: 'Discard the draft?' })).toBeInTheDocument();
  page.unmount();
  expect(await Promise.all(answers)).toEqual([false, false]);
  expect(isAsking()).toBe(false);
});
