import { documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { ChartPanel } from './ChartPanel.tsx';
import classes from './ChartsStep.module.css';
import { RefusedCharts } from './RefusedCharts.tsx';

/** The part of a wizard's values used here. */
interface ChartsValues {
  charts: { selectedCharts: ChartSelection[] };
}

interface ChartsStepProps {
  patientId: number;
  /** Label of the tree. */
  label: string;
}

/** The step of a wizard that selects the documents to send, with a preview. */
export function ChartsStep({ patientId, label }: ChartsStepProps): ReactNode {
  const { control, clearErrors, getValues, setValue } = useFormContext<ChartsValues>();
  const select = (selected: ChartSelection[]) => {
    setValue('charts.selectedCharts', selected, { shouldDirty: true });
    clearErrors('charts.selectedCharts');
  };
  // A document uploaded here is meant to be sent.
  const add = (ids: number[]) => select([...getValues('charts.selectedCharts'), ...ids.map(documentSelection)]);
  return (
    <Controller
      control={control}
      name="charts.selectedCharts"
      render={({ field, fieldState }) => (
        <>
          {fieldState.error?.message !== undefined && (
            <RefusedCharts
              patientId={patientId}
              message={fieldState.error.message}
              selected={field.value}
              onChange={select}
            />
          )}
          <div className={classes['charts']}>
            <ChartPanel
              patientId={patientId}
              label={label}
              picking={{ selected: field.value, onSelect: select }}
              onUploaded={add}
            />
          </div>
        </>
      )}
    />
  );
}
