import { dateTexts, parseDay, parseDayAhead, todayHere, type DayLimits } from '@careloop/contracts/fields/dates';
import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState, useTransition, type ComponentType, type ReactNode } from 'react';
import { loadChunk } from '../lib/loadChunk.ts';
import type { CalendarProps } from './Calendar.tsx';
import readOnly from './readOnly.module.css';

/** The calendar offers only days within the limits, which are those of the field's rule. */
export interface DateInputProps
  extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur' | 'defaultValue' | 'rightSection'>, DayLimits {
  /** YYYY-MM-DD, or the typed text if it is not a date; empty for none. */
  value: string | null | undefined;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Whether the day lies ahead, so that it is understood without its century or year. */
  isAhead?: boolean;
}

// Most days are typed.
const importCalendar = () => import('./Calendar.tsx');

/** Formats 2026-07-04 as 7/4/2026; returns any other text unchanged. */
function shown(value: string): string {
  const day = parseDay(value);
  if (day === null) return value;
  const [year, month, date] = day.split('-').map(Number);
  return `${month}/${date}/${year}`;
}

/**
 * A day, typed or picked from a calendar. The calendar opens only from its button, so it does not cover an error message.
 * Invalid text stays so that the user can correct it; the rules are `optionalDay` and `requiredDay`.
 */
export function DateInput(props: DateInputProps): ReactNode {
  const { value, onChange, onBlur, minDate, maxDate, isAhead = false, ...rest } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<CalendarProps>>();
  const [isLoading, startLoading] = useTransition();
  const open = () =>
    startLoading(async () => {
      // Opened with its content, which receives the focus.
      const { Calendar: component } = await loadChunk(importCalendar);
      setCalendar(() => component);
      setOpen(true);
    });
  const button = useRef<HTMLButtonElement>(null);
  const text = value ?? '';
  const day = parseDay(text);
  const isUnreadable = typed === null && text.trim() !== '' && day === null;
  const isLocked = rest.disabled === true || rest.readOnly === true;
  const calendar = (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withRoles={false}>
      <Popover.Target>
        <ActionIcon
          ref={button}
          aria-label="Choose from a calendar"
          aria-expanded={isOpen}
          size={24}
          // While the calendar loads, it cannot have the focus.
          onBlur={() => !isOpen && !isLoading && onBlur?.()}
          loading={isLoading}
          onPointerEnter={() => void importCalendar().catch(() => undefined)}
          onClick={() => (isOpen ? setOpen(false) : open())}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown role="group" aria-label="Calendar" data-calendar>
        {Calendar !== undefined && (
          <Calendar
            minDate={minDate}
            maxDate={maxDate}
            day={day}
            onPick={(picked) => {
              setTyped(null);
              onChange(picked);
              setOpen(false);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
  return (
    <TextInput
      autoComplete="off"
      placeholder="M/D/YYYY"
      {...(rest.readOnly === true && { classNames: readOnly })}
      {...rest}
      error={rest.error ?? (isUnreadable ? dateTexts.unreadable(text) : undefined)}
      value={typed ?? shown(text)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        onChange((isAhead ? parseDayAhead(next, todayHere()) : parseDay(next)) ?? next);
      }}
      onBlur={(event) => {
        setTyped(null);
        if (text !== text.trim()) onChange(text.trim());
        // Its calendar is part of the field: going there does not yet show that the field is required.
        if (event.relatedTarget === null || event.relatedTarget !== button.current) onBlur?.();
      }}
      rightSection={isLocked ? undefined : calendar}
    />
  );
}
