import { UnstyledButton } from '@mantine/core';
import { createContext, use, useId, type ReactNode } from 'react';
import classes from './Steps.module.css';

/** Where the steps are shown: on their own page, or in a dialog that already has a title. */
export const StepPlace = createContext<'page' | 'dialog'>('page');

export interface StepFrameProps {
  /** A 32 px Tabler icon above the title. */
  icon?: ReactNode;
  title: string;
  /** What the step asks for and why. */
  text?: ReactNode;
  /** The Back button. */
  back?: { label: string; onClick: () => void };
  onSubmit?: () => void;
  children: ReactNode;
}

/**
 * Frame of a sign-in step: title, content, and a way back. Labeled as a group, so that screen readers announce the title
 * with the first field.
 */
export function StepFrame({ icon, title, text, back, onSubmit, children }: StepFrameProps): ReactNode {
  const id = useId();
  const place = use(StepPlace);
  const Heading = place === 'page' ? 'h1' : 'h3';
  return (
    <form
      noValidate
      className={classes['step']}
      data-place={place}
      aria-labelledby={`${id}title`}
      aria-describedby={text === undefined ? undefined : `${id}text`}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit?.();
      }}
    >
      {icon !== undefined && <span className={classes['icon']}>{icon}</span>}
      <Heading id={`${id}title`}>{title}</Heading>
      {text !== undefined && (
        <p id={`${id}text`} className={classes['text']}>
          {text}
        </p>
      )}
      {children}
      {back !== undefined && (
        <UnstyledButton className={classes['link']} onClick={back.onClick}>
          {back.label}
        </UnstyledButton>
      )}
    </form>
  );
}
