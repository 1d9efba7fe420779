import { errorTexts } from '@careloop/contracts/result';
import { act, render, renderHook, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { ErrorHelp } from '../ui/errorHelp.tsx';
import { ServerError } from '../ui/FormError.tsx';
import { ApiError } from './errors.ts';
import { applyServerErrors, joinedErrors, sortErrors } from './formErrors.ts';

it('splits server errors into field errors, the general error and errors of unknown fields', () => {
  const errors = { cellPhone: 'a', 'comments.0': 'b', '': 'c', general: 'd', patientId: 'e' };
  expect(sortErrors(errors, new Set(['cellPhone', 'comments']))).toEqual({
    fields: [
      ['cellPhone', 'a'],
      ['comments.0', 'b'],
    ],
    general: ['c', 'd'],
    unknown: ['e'],
  });
});

it('joins several messages and leaves a single one unchanged', () => {
  expect(joinedErrors(['One.', 'Two.'])).toBe('The following errors occurred: One. Two.');
  expect(joinedErrors(['One.'])).toBe('One.');
  expect(joinedErrors([])).toBe('');
});

it('shows lost access to a patient in words, not as the number of its reason', () => {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { reason: '' } });
    // Reading the errors subscribes to them.
    return { form, errors: form.formState.errors };
  });
  const error = new ApiError({
    code: 'unauthorized_patient',
    status: 200,
    message: errorTexts.noPatientAccess,
    validationErrors: { unauthorized: '2' },
    reference: 'FE-1',
  });
  act(() => applyServerErrors(result.current.form, error));
  expect(result.current.errors.root?.['server']?.message).toBe(errorTexts.noPatientAccess);
});

it('shows an error at the field in which the value was entered', () => {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { notes: [] as string[], newNote: '' } });
    return { form, errors: form.formState.errors };
  });
  const error = new ApiError({
    code: 'invalid_input',
    status: 200,
    message: 'Too long.',
    validationErrors: { 'notes.0': 'Too long.' },
    reference: 'FE-1',
  });
  act(() => applyServerErrors(result.current.form, error, () => 'newNote'));
  expect(result.current.errors).toMatchObject({ newNote: { message: 'Too long.' } });
  expect(result.current.errors.notes).toBeUndefined();
});

it('offers support the error code of a failure, and none of a refusal', () => {
  const { result } = renderHook(() => {
    const form = useForm({ defaultValues: { reason: '' } });
    return { form, errors: form.formState.errors };
  });
  const fail = (status: number) =>
    act(() =>
      applyServerErrors(
        result.current.form,
        new ApiError({ code: 'internal', status, message: errorTexts.server, reference: 'r-7' }),
      ),
    );
  const asked: (string | undefined)[] = [];
  const shown = () => (
    <ErrorHelp value={(code) => asked.push(code)}>
      <ServerError errors={result.current.errors} />
    </ErrorHelp>
  );
  fail(500);
  const { rerender } = render(shown());
  expect(screen.getByRole('alert')).toHaveTextContent('Error Code: r-7');
  screen.getByRole('button', { name: 'Submit a Support Request' }).click();
  expect(asked).toEqual(['r-7']);
  fail(409);
  rerender(shown());
  expect(screen.getByRole('alert')).toHaveTextContent(errorTexts.server);
  expect(screen.queryByText(/Error Code/)).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
});
