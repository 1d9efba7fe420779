import { notBefore, parseDay, type DateRange } from '@careloop/contracts/fields/dates';
import { Text } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './DateFields.module.css';
import { DateInput } from './DateInput.tsx';
import { useGroupFocus, type Focusable } from './focus.ts';

export interface DateRangeInputProps {
  /** Labels the two fields as a group: "Date range of the visits". For screen readers only, unless `isLabelShown`. */
  label: string;
  isLabelShown?: boolean;
  size?: 'xs' | 'sm';
  value: DateRange;
  onChange: (value: DateRange) => void;
  onBlur?: () => void;
  /** Error of each field; the rule is `dateRange`. */
  errors?: { start?: ReactNode; end?: ReactNode };
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  ref?: Ref<Focusable>;
}

/** A range of days. */
export function DateRangeInput({ ref, ...props }: DateRangeInputProps): ReactNode {
  const { label, value, onChange, errors = {}, required = false, disabled = false, readOnly = false } = props;
  const end = parseDay(value.end);
  const { size = 'sm', onBlur } = props;
  const shared = { size, withAsterisk: required, disabled, readOnly, ...(onBlur && { onBlur }) };
  const fields = (
    <div ref={useGroupFocus(ref)} role="group" aria-label={label} className={classes['fields']}>
      <DateInput
        label="Start date"
        {...shared}
        {...(end !== null && { maxDate: end })}
        value={value.start}
        onChange={(next) => onChange({ ...value, start: next })}
        error={errors.start}
      />
      <DateInput
        label="End date"
        {...shared}
        {...notBefore(value.start)}
        value={value.end}
        onChange={(next) => onChange({ ...value, end: next })}
        error={errors.end}
      />
    </div>
  );
  if (props.isLabelShown !== true) return fields;
  return (
    <div>
      <Text fz={size} fw={600} mb={2} aria-hidden>
        {label}
      </Text>
      {fields}
    </div>
  );
}
