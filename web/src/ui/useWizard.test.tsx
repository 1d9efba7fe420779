import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useWizard, type WizardSteps } from './useWizard.ts';

const steps: WizardSteps['steps'] = ['Recipient', 'Reason', 'Summary'].map((title) => ({ title, content: title }));
const withStep = (index: number, change: object) =>
  steps.map((step, at) => (at === index ? { ...step, ...change } : step));

/** A wizard, and its state after each action. */
function open(options: Partial<WizardSteps> = {}) {
  const { result } = renderHook(() => useWizard({ steps, onFinish: () => true, ...options }));
  return {
    shown: () => result.current,
    next: () => act(() => result.current.next()),
    back: () => act(() => result.current.back()),
    choose: (index: number) => act(() => result.current.choose(index)),
  };
}

test('Next leads on and Back leads back, and each step is reported', async () => {
  const onStepChange = vi.fn<(index: number) => void>();
  const wizard = open({ onStepChange });
  expect(wizard.shown()).toMatchObject({ index: 0, canGoBack: false, isLast: false });
  await wizard.next();
  await wizard.next();
  expect(wizard.shown()).toMatchObject({ index: 2, canGoBack: true, isLast: true });
  wizard.back();
  expect(wizard.shown()).toMatchObject({ index: 1, isLast: false });
  expect(onStepChange.mock.calls).toEqual([[1], [2], [1]]);
});

test.each([false, Promise.resolve(false)])('a step that is not valid keeps the user on it', async (answer) => {
  const wizard = open({ steps: withStep(0, { validate: () => answer }) });
  await wizard.next();
  expect(wizard.shown()).toMatchObject({ index: 0, isBusy: false });
  expect(wizard.shown().isReached(1)).toBe(false);
});

test('pressing Next while a step is being checked goes on only once, and nothing else is possible meanwhile', async () => {
  const checked = Promise.withResolvers<boolean>();
  const validate = vi.fn<() => Promise<boolean>>(() => checked.promise);
  const wizard = open({ steps: withStep(1, { validate }), initialStep: 1 });
  let pressed: Promise<void> | undefined;
  act(() => void (pressed = wizard.shown().next()));
  expect(wizard.shown()).toMatchObject({ isBusy: true, canGoBack: false });
  expect(wizard.shown().canChoose(0)).toBe(false);
  await wizard.next();
  await wizard.choose(0);
  expect(validate).toHaveBeenCalledTimes(1);
  await act(async () => {
    checked.resolve(true);
    await pressed;
  });
  expect(wizard.shown()).toMatchObject({ index: 2, isBusy: false });
});

test('steps visited before can be chosen: earlier ones freely, later ones from a valid step', async () => {
  let isValid = true;
  const wizard = open({ steps: withStep(0, { validate: () => isValid }) });
  expect(wizard.shown().canChoose(1)).toBe(false);
  await wizard.next();
  await wizard.next();
  isValid = false;
  await wizard.choose(0);
  expect(wizard.shown().index).toBe(0);
  expect([0, 1, 2].map((index) => wizard.shown().canChoose(index))).toEqual([false, true, true]);
  await wizard.choose(2);
  expect(wizard.shown().index).toBe(0);
  isValid = true;
  await wizard.choose(2);
  expect(wizard.shown().index).toBe(2);
});

test('a step can forbid going back', async () => {
  const wizard = open({ steps: withStep(1, { canGoBack: false }) });
  await wizard.next();
  expect(wizard.shown().canGoBack).toBe(false);
  expect(wizard.shown().canChoose(0)).toBe(false);
});

test('a wizard continued at a later step has visited the earlier ones', () => {
  const wizard = open({ initialStep: 1 });
  expect(wizard.shown()).toMatchObject({ index: 1, canGoBack: true });
  expect([0, 1, 2].map((index) => wizard.shown().isReached(index))).toEqual([true, true, false]);
});

test.each([
  ['is complete', undefined, { index: 2, isComplete: true }],
  ['stays on the last step if it failed', false, { index: 2, isComplete: false }],
  ['returns to the step with the error', 0, { index: 0, isComplete: false }],
] as const)('a wizard that is finished %s', async (_what, outcome, expected) => {
  const wizard = open({ initialStep: 2, onFinish: () => outcome });
  await wizard.next();
  expect(wizard.shown()).toMatchObject(expected);
});

test('an error while finishing leaves the wizard usable', async () => {
  const wizard = open({ initialStep: 2, onFinish: () => Promise.reject(new Error('No connection')) });
  await expect(wizard.next()).rejects.toThrow('No connection');
  expect(wizard.shown()).toMatchObject({ index: 2, isBusy: false, isComplete: false });
});
