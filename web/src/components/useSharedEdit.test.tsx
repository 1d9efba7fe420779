import { act, renderHook, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderComponent } from '../../test/components.tsx';
import { signIn } from '../../test/signedIn.tsx';
import { ApiError } from '../api/errors.ts';
import { useSharedEdit } from './useSharedEdit.tsx';

const first = { values: { name: 'Ada', city: 'Worcester' }, version: 1 };
const second = { values: { name: 'Ada', city: 'Holden' }, version: 2 };

function render() {
  return renderHook(
    ({ opened }) => {
      const form = useForm({ defaultValues: first.values });
      const { version } = useSharedEdit(form, opened, () => Promise.resolve(second), { name: 'Name', city: 'City' });
      return { form, version };
    },
    { initialProps: { opened: first } },
  );
}

test('a form without edits shows a newer record, and saves on top of it', () => {
  const { result, rerender } = render();
  rerender({ opened: second });
  expect(result.current.version).toBe(2);
  expect(result.current.form.getValues()).toEqual(second.values);
});

test('an edited form keeps its version, so that saving shows what somebody else has changed', () => {
  const { result, rerender } = render();
  act(() => result.current.form.setValue('name', 'Adam', { shouldDirty: true }));
  rerender({ opened: second });
  expect(result.current.version).toBe(1);
  expect(result.current.form.getValues()).toEqual({ name: 'Adam', city: 'Worcester' });
});

const refused = { code: 'stale_version', status: 409, message: 'Changed', reference: 'FE-1' } as const;
const stale = new ApiError(refused);

interface Rules {
  choices: string[];
  limits: { days: number | null; minutes: number | null };
}

test('choices and limits changed by both are merged, and nothing that was saved is taken back', async () => {
  const opened: Rules = { choices: ['a', 'b'], limits: { days: 1, minutes: 5 } };
  const saved: Rules = { choices: ['a', 'b', 'c'], limits: { days: 1, minutes: 9 } };
  const labels = { choices: 'Choices', limits: 'Limits', 'limits.minutes': 'Minutes' };
  const { result } = renderHook(() => {
    const form = useForm<Rules>({ defaultValues: opened });
    form.register('limits.days');
    form.register('limits.minutes');
    return {
      form,
      ...useSharedEdit(
        form,
        { values: opened, version: 1 },
        () => Promise.resolve({ values: saved, version: 2 }),
        labels,
      ),
    };
  });
  act(() => {
    result.current.form.setValue('choices', ['b', 'd'], { shouldDirty: true });
    result.current.form.setValue('limits.days', 30, { shouldDirty: true });
  });
  await act(() => result.current.onStale(stale));
  expect(result.current.form.getValues()).toEqual({ choices: ['b', 'c', 'd'], limits: { days: 30, minutes: 9 } });
  expect(result.current.version).toBe(2);
  renderComponent(result.current.notice);
  expect(screen.getByRole('alert')).toHaveTextContent('Changed: Choices, Minutes. Your changes are kept');
});

test.each([
  { changedByUserId: 2, changedBy: 'Ada Ames', says: 'Ada Ames saved changes while you were editing' },
  { changedByUserId: 1, changedBy: 'Renée Caldwell', says: 'You saved changes in another window' },
  { changedByUserId: null, changedBy: null, says: 'Changes were saved while you were editing' },
])('says "$says" of a change by user $changedByUserId', async ({ says, ...change }) => {
  signIn({ user: { userId: 1 } });
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: first.values });
    return useSharedEdit(form, first, () => Promise.resolve(second), { name: 'Name', city: 'City' });
  });
  const current = { version: 2, changedAt: null, what: 'edited', ...change };
  await act(() => result.current.onStale(new ApiError({ ...refused, current })));
  renderComponent(result.current.notice);
  expect(screen.getByRole('alert')).toHaveTextContent(says);
});
