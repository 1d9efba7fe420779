import { Button, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';

export interface WizardStep {
  title: string;
  content: ReactNode;
  /** Before the next step: true goes on. */
  validate?: () => Promise<boolean> | boolean;
  /** Whether Back leads from here, and completed steps can be chosen. True when left out. */
  canGoBack?: boolean;
  /** Another label for this step's Next. */
  nextLabel?: string;
}

export interface WizardProps {
  steps: readonly WizardStep[];
  /** The last step's submit; false keeps the wizard where it is. */
  onFinish: () => Promise<boolean | void> | boolean | void;
  nextLabel?: string;
  finishLabel?: string;
  backLabel?: string;
  /** Left of the buttons: Cancel, for instance. */
  footerLeft?: ReactNode;
  /** Shown after the last step when it went well; the wizard is complete. */
  confirmation?: ReactNode;
}

/** Steps with Back, Next and Finish (specification 1, section 4). */
export function Wizard(props: WizardProps): ReactNode {
  const { steps, onFinish } = props;
  const [index, setIndex] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const [isComplete, setComplete] = useState(false);
  const step = steps[index];
  if (isComplete && props.confirmation !== undefined) return props.confirmation;
  if (step === undefined) return null;
  const isLast = index === steps.length - 1;

  const next = async () => {
    setBusy(true);
    try {
      if (step.validate !== undefined && !(await step.validate())) return;
      if (!isLast) setIndex(index + 1);
      else if ((await onFinish()) !== false) setComplete(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <h2>{step.title}</h2>
      {step.content}
      <Group justify="space-between" mt="lg">
        <div>{props.footerLeft}</div>
        <Group>
          <Button
            variant="default"
            disabled={index === 0 || step.canGoBack === false || isBusy}
            onClick={() => setIndex(index - 1)}
          >
            {props.backLabel ?? 'Back'}
          </Button>
          <Button loading={isBusy} onClick={() => void next()}>
            {isLast ? (props.finishLabel ?? 'Finish') : (step.nextLabel ?? props.nextLabel ?? 'Next')}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
