import { dateRangeProblems, dateTexts, dateTimeProblem, dayLimits, parseDay } from '@careloop/contracts/fields/dates';
import { useState, type ReactNode } from 'react';
import { DateInput } from '../ui/DateInput.tsx';
import { DateRangeInput } from '../ui/DateRangeInput.tsx';
import { DateTimeInput } from '../ui/DateTimeInput.tsx';
import { TimeInput } from '../ui/TimeInput.tsx';
import { Live, Widget } from './Sample.tsx';

const label = 'Appointment';

function LeftDate({ value, onChange }: { value: string; onChange: (value: string) => void }): ReactNode {
  const [isLeft, setLeft] = useState(false);
  const error = isLeft && value !== '' && parseDay(value) === null ? dateTexts.invalid : undefined;
  return <DateInput label="Date" value={value} onChange={onChange} onBlur={() => setLeft(true)} error={error} />;
}

function DateStates(): ReactNode {
  return (
    <Widget name="DateInput">
      <Live name="Empty" initial="">
        {(value, onChange) => <LeftDate value={value} onChange={onChange} />}
      </Live>
      <Live name="Filled" initial="2026-07-04">
        {(value, onChange) => <DateInput label="Date" value={value} onChange={onChange} />}
      </Live>
      <Live name="Error" initial="7/4/26">
        {(value, onChange) => (
          <DateInput
            label="Date"
            withAsterisk
            value={value}
            onChange={onChange}
            error={parseDay(value) === null ? dateTexts.invalid : undefined}
          />
        )}
      </Live>
      <Live name="Unreadable" initial="13/45/2020">
        {(value, onChange) => <DateInput label="Date" value={value} onChange={onChange} />}
      </Live>
      <Live name="Visit to come" initial="">
        {(value, onChange) => (
          <DateInput label="Date" value={value} onChange={onChange} isAhead {...dayLimits.ahead()} />
        )}
      </Live>
      <Live name="Disabled" initial="2026-07-04">
        {(value, onChange) => <DateInput label="Date" value={value} onChange={onChange} disabled />}
      </Live>
      <Live name="Read-only" initial="2026-07-04">
        {(value, onChange) => <DateInput label="Date" value={value} onChange={onChange} readOnly />}
      </Live>
    </Widget>
  );
}

function TimeStates(): ReactNode {
  return (
    <Widget name="TimeInput">
      <Live name="Empty" initial="">
        {(value, onChange) => <TimeInput label="Time" value={value} onChange={onChange} />}
      </Live>
      <Live name="Filled" initial="9:30 AM">
        {(value, onChange) => <TimeInput label="Time" value={value} onChange={onChange} />}
      </Live>
      <Live name="Error" initial="soon">
        {(value, onChange) => (
          <TimeInput label="Time" value={value} onChange={onChange} error={dateTexts.invalidTime} />
        )}
      </Live>
      <Live name="Disabled" initial="9:30 AM">
        {(value, onChange) => <TimeInput label="Time" value={value} onChange={onChange} disabled />}
      </Live>
    </Widget>
  );
}

/** Inputs for dates and times. */
export function DateSamples(): ReactNode {
  return (
    <>
      <DateStates />
      <TimeStates />
      <Widget name="DateTimeInput" isWide>
        <Live name="Empty" initial={{ date: '', time: '' }}>
          {(value, onChange) => <DateTimeInput label={label} value={value} onChange={onChange} />}
        </Live>
        <Live name="Filled" initial={{ date: '2026-07-04', time: '9:30 AM' }}>
          {(value, onChange) => <DateTimeInput label={label} value={value} onChange={onChange} />}
        </Live>
        <Live name="Error" initial={{ date: '', time: '' }}>
          {(value, onChange) => (
            <DateTimeInput
              label={label}
              withAsterisk
              value={value}
              onChange={onChange}
              error={dateTimeProblem(value, true)}
            />
          )}
        </Live>
        <Live name="Disabled" initial={{ date: '2026-07-04', time: '9:30 AM' }}>
          {(value, onChange) => <DateTimeInput label={label} value={value} onChange={onChange} disabled />}
        </Live>
        <Live name="Read-only" initial={{ date: '2026-07-04', time: '9:30 AM' }}>
          {(value, onChange) => <DateTimeInput label={label} value={value} onChange={onChange} readOnly />}
        </Live>
      </Widget>
      <Widget name="DateRangeInput" isWide>
        <Live name="Empty" initial={{ start: '', end: '' }}>
          {(value, onChange) => <DateRangeInput label="Visits" value={value} onChange={onChange} />}
        </Live>
        <Live name="Filled" initial={{ start: '2026-07-01', end: '2026-07-31' }}>
          {(value, onChange) => (
            <DateRangeInput label="Visits" value={value} onChange={onChange} errors={dateRangeProblems(value, false)} />
          )}
        </Live>
        <Live name="Error" initial={{ start: '2026-07-31', end: '2026-07-01' }}>
          {(value, onChange) => (
            <DateRangeInput
              label="Visits"
              required
              value={value}
              onChange={onChange}
              errors={dateRangeProblems(value, true)}
            />
          )}
        </Live>
        <Live name="Disabled" initial={{ start: '2026-07-01', end: '' }}>
          {(value, onChange) => <DateRangeInput label="Visits" value={value} onChange={onChange} disabled />}
        </Live>
      </Widget>
    </>
  );
}
