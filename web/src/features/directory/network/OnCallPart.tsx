import type { NetworkValues, OnCallPeriod } from '@careloop/contracts/directory/network';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { CollectionEditor } from '../../../ui/CollectionEditor.tsx';
import classes from './Network.module.css';
import { Period } from './NetworkFacts.tsx';
import { networkLabels, periodText } from './networkText.ts';
import { OnCallDialog } from './OnCallDialog.tsx';

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
