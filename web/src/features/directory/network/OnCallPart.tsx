import {
  networkTexts,
  onCallProblem,
  type NetworkValues,
  type OnCallPeriod,
} from '@careloop/contracts/directory/network';
import { dateAndTime, dateTexts, dateTimeProblem, dayLimits, notBefore } from '@careloop/contracts/fields/dates';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod';
import { CollectionEditor } from '../../../ui/CollectionEditor.tsx';
import { formatDateTime, formatWeekday } from '../../../ui/dates.ts';
import { DateTimeInput } from '../../../ui/DateTimeInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { momentTyped, typedMoment } from '../../../ui/typedMoment.ts';
import classes from './Network.module.css';
import { Period } from './NetworkFacts.tsx';
import { networkLabels, periodText } from './networkText.ts';

const byStart = (one: OnCallPeriod, other: OnCallPeriod) => Date.parse(one.startsAt) - Date.parse(other.startsAt);

/** The current and future on-call periods. They are saved with the form around them. */
export function OnCallPart(): ReactNode {
  const { field, fieldState } = useController<NetworkValues, 'onCall'>({ name: 'onCall' });
  const without = (period: OnCallPeriod | null) => field.value.filter((one) => one !== period);
  return (
    <div className={classes['part']}>
      <CollectionEditor
        label={networkLabels.onCall}
        addLabel="Add period"
        items={field.value}
        itemKey={({ startsAt }) => startsAt}
        itemLabel={periodText}
        renderItem={(period) => <Period period={period} />}
        empty={<p className={classes['empty']}>No current or future periods.</p>}
        isDeleteConfirmed={false}
        onDelete={(period) => field.onChange(without(period))}
        renderForm={(period, close) => (
          <OnCallDialog
            period={period}
            others={without(period)}
            onClose={close}
            onDone={(done) => {
              field.onChange([...without(period), done].toSorted(byStart));
              close();
            }}
          />
        )}
      />
      {fieldState.error !== undefined && (
        <p role="alert" className={classes['error']}>
          {fieldState.error.message ?? fieldState.error.root?.message}
        </p>
      )}
    </div>
  );
}

interface OnCallDialogProps {
  /** Null to add one. */
  period: OnCallPeriod | null;
  others: readonly OnCallPeriod[];
  onClose: () => void;
  onDone: (period: OnCallPeriod) => void;
}

const onCallFields = z.object({ start: dateAndTime({ isRequired: true }), end: dateAndTime({ isRequired: true }) });
type Typed = z.output<typeof onCallFields>;

/** The period as typed; null for an end that is invalid or skipped by daylight saving. */
const typedPeriod = ({ start, end }: Typed, period: OnCallPeriod | null) => ({
  startsAt: momentTyped(start, period?.startsAt ?? null),
  endsAt: momentTyped(end, period?.endsAt ?? null),
});

function formOf(period: OnCallPeriod | null, others: readonly OnCallPeriod[]) {
  return onCallFields.superRefine((typed, context) => {
    const report = (field: keyof Typed, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { startsAt, endsAt } = typedPeriod(typed, period);
    for (const [field, at] of [
      ['start', startsAt],
      ['end', endsAt],
    ] as const)
      if (at === null && dateTimeProblem(typed[field], true) === null) report(field, dateTexts.skippedTime);
    if (endsAt === null) return;
    const problem = startsAt === null ? null : onCallProblem({ startsAt, endsAt }, others);
    if (problem !== null) report(problem.field === 'endsAt' ? 'end' : 'start', problem.message);
    else if (Date.parse(endsAt) <= Date.now()) report('end', networkTexts.endInPast);
  });
}

/** Adds or changes an on-call period, in the user's time zone. */
function OnCallDialog({ period, others, onClose, onDone }: OnCallDialogProps): ReactNode {
  const form = useSchemaForm(formOf(period, others), {
    start: typedMoment(period?.startsAt ?? null),
    end: typedMoment(period?.endsAt ?? null),
  });
  const submit = (typed: Typed) => {
    const { startsAt, endsAt } = typedPeriod(typed, period);
    if (startsAt !== null && endsAt !== null) onDone({ startsAt, endsAt });
  };
  return (
    <FormDialog
      opened
      title={period === null ? 'Add on-call period' : 'Change on-call period'}
      size="sm"
      form={form}
      onClose={onClose}
      acceptLabel={period === null ? 'Add' : 'Change'}
      isAcceptEnabled
      onSubmit={submit}
    >
      <Field form={form} name="start" label="Start" required comparedIn={['end']} input={DateTimeInput} />
      <Field form={form} name="end" label="End" required comparedIn={['start']}>
        {(field) => <DateTimeInput {...field} days={notBefore(form.watch('start').date, dayLimits.ahead())} />}
      </Field>
      <Length {...typedPeriod(form.watch(), period)} />
    </FormDialog>
  );
}

/** Shows how the typed times are understood. The hours are those that pass, also when clocks change. */
function Length({ startsAt, endsAt }: Record<keyof OnCallPeriod, string | null>): ReactNode {
  const hours = startsAt === null || endsAt === null ? 0 : (Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000;
  const rounded = Math.round(hours * 10) / 10;
  return (
    <Text role="status" fz="sm" c="dimmed" mih="1.55em">
      {hours > 0 &&
        startsAt !== null &&
        endsAt !== null &&
        `${formatWeekday(startsAt)}, ${formatDateTime(startsAt)} to ${formatWeekday(endsAt)}, ${formatDateTime(endsAt)}: ${rounded} hour${rounded === 1 ? '' : 's'}.`}
    </Text>
  );
}
