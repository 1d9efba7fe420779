import { createContext, useContext, useState, type ReactNode } from 'react';

export interface WizardStep {
  title: string;
  /** Shown in the list of steps when the title is too long for it. */
  shortTitle?: string;
  /** Content of the step; `useChooseStep()` in it navigates to other steps. */
  content: ReactNode;
  /** Called before the next step; only true continues. */
  validate?: () => Promise<boolean> | boolean;
  /** Whether the user can go back from this step; defaults to true. */
  canGoBack?: boolean;
  /** Replaces this step's Next label. */
  nextLabel?: string;
  /** Disables this step's Next; say why in the step. */
  isNextDisabled?: boolean;
}

export interface WizardSteps {
  steps: readonly WizardStep[];
  /** Submits the last step. False stays on it, a number moves to that step. */
  onFinish: () => Promise<boolean | number | void> | boolean | number | void;
  onStepChange?: (index: number) => void;
  /** Index of the first step shown; defaults to 0. Earlier steps count as visited. */
  initialStep?: number;
}

/** Moves to a step. `unchecked` also moves ahead of a step that is not valid yet; finishing checks all of them. */
export type ChooseStep = (index: number, options?: { unchecked?: boolean }) => void;

export const WizardContext = createContext<ChooseStep>(() => undefined);

/** For use inside a step or beside its buttons: moves to a step; moving ahead requires the current step to be valid. */
export function useChooseStep(): ChooseStep {
  return useContext(WizardContext);
}

/** State and navigation of a wizard. */
export function useWizard({ steps, onFinish, onStepChange, initialStep = 0 }: WizardSteps) {
  const [index, setIndex] = useState(initialStep);
  const [reached, setReached] = useState(initialStep);
  const [isBusy, setBusy] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const step = steps[index];
  const isLast = index === steps.length - 1;
  const mayGoBack = step?.canGoBack !== false && !isBusy;

  const goTo = (target: number) => {
    setIndex(target);
    setReached(Math.max(reached, target));
    onStepChange?.(target);
  };
  const goOn = async () => {
    if (step?.validate !== undefined && !(await step.validate())) return;
    if (!isLast) goTo(index + 1);
    else {
      const outcome = await onFinish();
      if (typeof outcome === 'number') goTo(outcome);
      else if (outcome !== false) setComplete(true);
    }
  };
  /** Moves to a step visited before. Moving ahead requires the current step to be valid. */
  const choose = async (target: number, { unchecked = false }: { unchecked?: boolean } = {}) => {
    if (isBusy) return;
    if (target < index || unchecked) return goTo(target);
    setBusy(true);
    try {
      if (step?.validate === undefined || (await step.validate())) goTo(target);
    } finally {
      setBusy(false);
    }
  };
  const next = async () => {
    if (isBusy) return;
    setBusy(true);
    try {
      await goOn();
    } finally {
      setBusy(false);
    }
  };
  return {
    index,
    isLast,
    isBusy,
    isComplete,
    canGoBack: index > 0 && mayGoBack,
    /** Steps visited before; earlier ones only if going back is allowed here. */
    canChoose: (target: number) => target !== index && target <= reached && (target > index ? !isBusy : mayGoBack),
    isReached: (target: number) => target <= reached,
    back: () => goTo(index - 1),
    choose,
    next,
  };
}
