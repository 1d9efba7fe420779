import type { DateAndTime, DayLimits } from '@careloop/contracts/fields/dates';
import { Input } from '@mantine/core';
import type { FocusEvent, ReactNode, Ref } from 'react';
import classes from './DateFields.module.css';
import { DateInput } from './DateInput.tsx';
import { useGroupFocus, type Focusable } from './focus.ts';
import { TimeInput } from './TimeInput.tsx';

export interface DateTimeInputProps {
  label: string;
  value: DateAndTime;
  onChange: (value: DateAndTime) => void;
  /** Called when the focus leaves both fields. */
  onBlur?: () => void;
  /** One error for both fields; the rule is `dateAndTime`. */
  error?: ReactNode;
  withAsterisk?: boolean;
  /** The days that are offered. */
  days?: DayLimits;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<Focusable>;
}

/** True if the focus left the whole group, not just one of its fields, nor for the calendar, which is outside the element. */
function hasLeft({ currentTarget, relatedTarget }: FocusEvent): boolean {
  const isInCalendar = relatedTarget instanceof Element && relatedTarget.closest('[data-calendar]') !== null;
  return !isInCalendar && !currentTarget.contains(relatedTarget);
}

/** A date and any time of day, as one field. */
export function DateTimeInput({ ref, ...props }: DateTimeInputProps): ReactNode {
  const { label, value, onChange, onBlur, error, withAsterisk, days, disabled, readOnly } = props;
  const group = useGroupFocus(ref);
  const locked = { ...(disabled === undefined ? {} : { disabled }), ...(readOnly === undefined ? {} : { readOnly }) };
  return (
    <Input.Wrapper
      ref={group}
      label={label}
      labelElement="div"
      error={error}
      withAsterisk={withAsterisk}
      role="group"
      aria-label={label}
      onBlur={(event) => {
        if (hasLeft(event)) onBlur?.();
      }}
    >
      <div className={classes['fields']}>
        <DateInput
          aria-label={`${label}, date`}
          {...locked}
          {...days}
          value={value.date}
          onChange={(date) => onChange({ ...value, date })}
          error={error ? true : undefined}
        />
        <TimeInput
          aria-label={`${label}, time`}
          isAnyHour
          {...locked}
          value={value.time}
          onChange={(time) => onChange({ ...value, time })}
          error={error ? true : undefined}
        />
      </div>
    </Input.Wrapper>
  );
}
