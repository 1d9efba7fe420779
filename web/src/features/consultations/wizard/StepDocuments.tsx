import { documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { ChartPanel } from '../../charts/shared/ChartPanel.tsx';
import { RefusedCharts } from '../../charts/shared/RefusedCharts.tsx';
import classes from './ConsultationWizard.module.css';
import type { WizardValues } from './wizardForm.ts';

/** Step 3: what goes along, read before it is sent. */
export function StepDocuments({ patientId }: { patientId: number }): ReactNode {
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
            <RefusedCharts
              patientId={patientId}
              message={fieldState.error.message}
              selected={field.value}
              onChange={select}
            />
          )}
          <div className={classes['records']}>
            <ChartPanel
              patientId={patientId}
              label="Patient documents"
              picking={{ selected: field.value, onSelect: select }}
              onUploaded={add}
            />
          </div>
        </>
      )}
    />
  );
}
