import '@mantine/dates/styles.layer.css';
import { todayHere } from '@careloop/contracts/fields/dates';
import { DatePicker } from '@mantine/dates';
import type { ReactNode } from 'react';
import classes from './Calendar.module.css';

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
};

export interface CalendarProps {
  /** YYYY-MM-DD */
  day: string | null;
  /** YYYY-MM-DD: no earlier day is offered. */
  minDate?: string | undefined;
  /** YYYY-MM-DD: no later day is offered. */
  maxDate?: string | undefined;
  /** Receives the day as YYYY-MM-DD; empty if the chosen day was pressed again. */
  onPick: (day: string) => void;
}

/** The calendar of a date input. */
export function Calendar({ day, minDate, maxDate, onPick }: CalendarProps): ReactNode {
  const today = todayHere();
  return (
    <DatePicker
      classNames={classes}
      // Escape closes the calendar and not the dialog below it.
      __stopPropagation
      getDayProps={(shown) => (shown === today ? { 'aria-current': 'date' } : {})}
      firstDayOfWeek={0}
      weekendDays={[]}
      ariaLabels={calendarLabels}
      minDate={minDate}
      maxDate={maxDate}
      defaultDate={day ?? undefined}
      value={day}
      onChange={(picked) => onPick(picked ?? '')}
    />
  );
}
