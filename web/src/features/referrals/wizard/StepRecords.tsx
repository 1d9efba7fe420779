import { chartKeyOf, documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { Callout } from '../../../ui/Callout.tsx';
import { chartItemsOf } from '../../charts/shared/chartItems.ts';
import { ChartPanel } from '../../charts/shared/ChartPanel.tsx';
import { chartsOf } from '../../charts/shared/chartQueries.ts';
import type { WizardValues } from './wizardForm.ts';
import classes from './ReferralWizard.module.css';

interface RefusedRecordsProps {
  patientId: number;
  message: string;
  selected: readonly ChartSelection[];
  onChange: (selected: ChartSelection[]) => void;
}

/** Why the records were not sent. Those that the tree no longer shows can be taken out here only. */
function RefusedRecords({ patientId, message, selected, onChange }: RefusedRecordsProps): ReactNode {
  const { data } = useQuery(chartsOf(patientId));
  const items = data === undefined ? undefined : chartItemsOf(patientId, data);
  const there = selected.filter((one) => items === undefined || items.has(chartKeyOf(one)));
  const gone = selected.length - there.length;
  return (
    <Callout
      tone="danger"
      title={message}
      action={
        gone > 0 && (
          <Button size="compact-sm" variant="default" mt="xs" onClick={() => onChange(there)}>
            {gone === 1 ? 'Remove the missing record' : `Remove ${gone} missing records`}
          </Button>
        )
      }
    />
  );
}

/** Step 4: what goes along, read before it is sent. */
export function StepRecords({ patientId }: { patientId: number }): ReactNode {
  const { control, clearErrors, getValues, setValue } = useFormContext<WizardValues>();
  const select = (selected: ChartSelection[]) => {
    setValue('charts.selectedCharts', selected, { shouldDirty: true });
    clearErrors('charts.selectedCharts');
  };
  // Who uploads a document here wants it to go along.
  const add = (ids: number[]) => select([...getValues('charts.selectedCharts'), ...ids.map(documentSelection)]);
  return (
    <Controller
      control={control}
      name="charts.selectedCharts"
      render={({ field, fieldState }) => (
        <>
          {fieldState.error?.message !== undefined && (
            <RefusedRecords
              patientId={patientId}
              message={fieldState.error.message}
              selected={field.value}
              onChange={select}
            />
          )}
          <div className={classes.records}>
            <ChartPanel
              patientId={patientId}
              label="Patient medical records"
              picking={{ selected: field.value, onSelect: select }}
              onUploaded={add}
            />
          </div>
        </>
      )}
    />
  );
}
