import { MultiSelect, Select } from '@mantine/core';
import { screen } from '@testing-library/react';
import type { FormEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { renderComponent } from '../../test/components.tsx';

const languages = ['English', 'Portuguese', 'Polish'];

test('Enter takes the only option of a searchable select, and keeps it', async () => {
  const submit = vi.fn<(event: FormEvent) => void>((event) => event.preventDefault());
  const user = renderComponent(
    <form onSubmit={submit}>
      <Select label="Language" searchable data={languages} />
    </form>,
  );
  const input = screen.getByRole('combobox', { name: 'Language' });
  await user.type(input, 'po{Enter}');
  expect(input).toHaveValue('po');
  await user.type(input, 'l{Enter}');
  expect(input).toHaveValue('Polish');
  expect(input).toHaveAttribute('aria-expanded', 'false');
  expect(submit).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(submit).toHaveBeenCalledOnce();
});

test('Enter takes the only option of several, too', async () => {
  const user = renderComponent(<MultiSelect label="Languages" searchable data={languages} />);
  await user.type(screen.getByRole('combobox', { name: 'Languages' }), 'eng{Enter}pol{Enter}');
  const chosen = [...document.querySelectorAll('.mantine-Pill-label')].map(({ textContent }) => textContent);
  expect(chosen).toEqual(['English', 'Polish']);
});
