import { Button, UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { dialogButtons } from './dropdownRoom.ts';
import { useSendingWhile } from './sending.ts';
import { useWizard, WizardContext, type WizardStep, type WizardSteps } from './useWizard.ts';
import classes from './Wizard.module.css';

interface WizardProps extends WizardSteps {
  /** Defaults to "Next". */
  nextLabel?: string;
  /** Defaults to "Finish". */
  finishLabel?: string;
  /** Defaults to "Back". */
  backLabel?: string;
  /** Left of the buttons: Cancel, for instance. */
  footerLeft?: ReactNode;
  /** On the first step, the main button that leads to the last one, as soon as nothing in between is missing. */
  shortcutLabel?: string | undefined;
  /** Above every step and always visible: a `PatientLine`. */
  header?: ReactNode;
  /** Replaces the steps once the wizard is finished. */
  confirmation?: ReactNode;
}

/** Steps with Back, Next and Finish (docs/domain/screens.md). */
export function Wizard(props: WizardProps): ReactNode {
  const { steps, header, confirmation } = props;
  const wizard = useWizard(props);
  useSendingWhile(wizard.isBusy);
  const root = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const lastIndex = useRef(wizard.index);
  // Moves screen readers to the new step's title, and the dialog to its top. On opening, the dialog decides what is focused.
  useEffect(() => {
    if (lastIndex.current !== wizard.index) {
      title.current?.focus({ preventScroll: true });
      root.current?.scrollIntoView({ block: 'start' });
    }
    lastIndex.current = wizard.index;
  }, [wizard.index]);

  const step = steps[wizard.index];
  if (wizard.isComplete && confirmation !== undefined) return confirmation;
  if (step === undefined) return null;
  const hasShortcut = wizard.index === 0 && props.shortcutLabel !== undefined;
  return (
    <div ref={root} className={classes['wizard']}>
      <div ref={keepFieldsInView} className={classes['top']}>
        <StepList steps={steps} {...wizard} />
        {header !== undefined && <div className={classes['header']}>{header}</div>}
      </div>
      <div className={classes['content']}>
        <h2 ref={title} tabIndex={-1} data-autofocus className={classes['title']}>
          <span className="visually-hidden">
            Step {wizard.index + 1} of {steps.length}:{' '}
          </span>
          {step.title}
        </h2>
        <WizardContext value={(index, options) => void wizard.choose(index, options)}>{step.content}</WizardContext>
      </div>
      <div className={classes['footer']} {...dialogButtons}>
        <div className={classes['left']}>{props.footerLeft}</div>

        <Button variant="default" disabled={!wizard.canGoBack} onClick={wizard.back}>
          {props.backLabel ?? 'Back'}
        </Button>
        {/* One click advances one step: the different keys keep the second click of a double click off the next button. */}
        <Button
          key={wizard.isLast ? 'finish' : 'next'}
          variant={hasShortcut ? 'default' : 'filled'}
          loading={wizard.isBusy}
          disabled={step.isNextDisabled}
          onClick={(event) => {
            if (event.detail <= 1) void wizard.next();
          }}
        >
          {wizard.isLast ? (props.finishLabel ?? 'Finish') : (step.nextLabel ?? props.nextLabel ?? 'Next')}
        </Button>
        {hasShortcut && (
          <Button disabled={wizard.isBusy} onClick={() => void wizard.choose(steps.length - 1)}>
            {props.shortcutLabel}
          </Button>
        )}
      </div>
    </div>
  );
}

const scrollPadding = '--dialog-scroll-padding';
/** Below the steps, room for a field's label; at the bottom, room for its message and the buttons, in pixels. */
const [roomForLabel, buttonsAndMessage] = [48, 112];

/**
 * Makes the dialog scroll a focused field clear of the steps and buttons, together with its label and message. The height of
 * the steps changes with the header below them.
 */
function keepFieldsInView(top: HTMLElement | null) {
  const dialog = top?.closest<HTMLElement>('[role=dialog]');
  if (!top || !dialog) return undefined;
  const observer = new ResizeObserver(() => {
    dialog.style.setProperty(scrollPadding, `${top.offsetHeight + roomForLabel}px ${buttonsAndMessage}px`);
  });
  observer.observe(top);
  return () => {
    observer.disconnect();
    dialog.style.removeProperty(scrollPadding);
  };
}

interface StepListProps {
  steps: readonly WizardStep[];
  index: number;
  canChoose: (index: number) => boolean;
  isReached: (index: number) => boolean;
  choose: (index: number) => Promise<void>;
}

function StepList({ steps, index, canChoose, isReached, choose }: StepListProps): ReactNode {
  return (
    <ol className={classes['steps']} aria-label="Steps">
      {steps.map((step, number) => {
        const isDone = number !== index && isReached(number);
        return (
          <li
            key={step.title}
            className={classes['step']}
            data-state={number === index ? 'current' : isDone ? 'done' : 'ahead'}
          >
            <UnstyledButton
              className={classes['stepButton']}
              disabled={!canChoose(number)}
              aria-current={number === index ? 'step' : undefined}
              onClick={() => void choose(number)}
            >
              <span className={classes['number']}>
                {isDone ? <IconCheck size={14} stroke={2.5} aria-label="Done" /> : number + 1}
              </span>
              <span className={classes['name']} title={step.title}>
                {step.shortTitle ?? step.title}
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ol>
  );
}
