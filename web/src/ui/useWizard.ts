import { useState } from 'react';
import type { WizardProps } from './Wizard.tsx';

/** Where a wizard stands and how it goes on. */
export function useWizard({ steps, onFinish, onStepChange }: Pick<WizardProps, 'steps' | 'onFinish' | 'onStepChange'>) {
  const [index, setIndex] = useState(0);
  const [reached, setReached] = useState(0);
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
    else if ((await onFinish()) !== false) setComplete(true);
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
    /** Steps before this one, unless going back is not allowed here. */
    canChoose: (target: number) => target < index && target <= reached && mayGoBack,
    back: () => goTo(index - 1),
    goTo,
    next,
  };
}
