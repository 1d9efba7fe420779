import { documentSelection } from '@careloop/contracts/charts/selection';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { ChartPanel } from '../../charts/shared/ChartPanel.tsx';
import classes from './ConsultationWizard.module.css';
import type { WizardValues } from './wizardForm.ts';

/** Step 3: what goes along, read before it is sent. */
export function StepDocuments({ patientId }: { patientId: number }): ReactNode {
  const { control, getValues, setValue } = useFormContext<WizardValues>();
  // Who uploads a document here wants it to go along.
  const add = (ids: number[]) =>
    setValue('charts.selectedCharts', [...getValues('charts.selectedCharts'), ...ids.map(documentSelection)], {
      shouldDirty: true,
    });
  return (
    <div className={classes['records']}>
      <Controller
        control={control}
        name="charts.selectedCharts"
        render={({ field }) => (
          <ChartPanel
            patientId={patientId}
            label="Patient documents"
            picking={{ selected: field.value, onSelect: field.onChange }}
            onUploaded={add}
          />
        )}
      />
    </div>
  );
}
