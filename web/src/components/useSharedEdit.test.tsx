import { act, renderHook } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
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
