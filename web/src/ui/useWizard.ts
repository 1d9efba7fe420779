import { createContext, useContext, useState, type ReactNode } from 'react';

export interface WizardStep {
  title: string;
  /** In the row of steps, where the title is too long for it. */
  shortTitle?: string;
  /** What the step shows; `useChooseStep()` in it leads to other steps. */
  content: ReactNode;
  /** Before the next step: true goes on. */
  validate?: () => Promise<boolean> | boolean;
  /** Whether Back leads from here and earlier steps can be chosen again. True when left out. */
  canGoBack?: boolean;
  /** Another label for this step's Next. */
  nextLabel?: string;
  /** Turns this step's Next off; say why in the step. */
  isNextDisabled?: boolean;
}

export interface WizardSteps {
  steps: readonly WizardStep[];
  /** The last step's submit; false keeps the wizard where it is, a number leads to that step. */
  onFinish: () => Promise<boolean | number | void> | boolean | number | void;
  onStepChange?: (index: number) => void;
  /** Where it opens: at the first step when left out. Those before it were reached. */
  initialStep?: number;
}

export const WizardContext = createContext<(index: number) => void>(() => undefined);

/** Inside a step: leads to another step that was reached before, as a click on it does. */
export function useChooseStep(): (index: number) => void {
  return useContext(WizardContext);
}

/** Where a wizard stands and how it goes on. */
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
  /** To a step that was reached before; ahead only from a step that is right. */
  const choose = async (target: number) => {
    if (isBusy) return;
    if (target < index) return goTo(target);
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
    /** Steps that were reached before; earlier ones unless going back is not allowed here. */
    canChoose: (target: number) => target !== index && target <= reached && (target > index ? !isBusy : mayGoBack),
    isReached: (target: number) => target <= reached,
    back: () => goTo(index - 1),
    choose,
    next,
  };
}
