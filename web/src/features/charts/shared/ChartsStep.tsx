import { documentSelection, type ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import classes from './ChartsStep.module.css';
import { RefusedCharts } from './RefusedCharts.tsx';
import { UnlistedCharts } from './UnlistedCharts.tsx';

/** The part of a wizard's values used here. */
interface ChartsValues {
  charts: { selectedCharts: ChartSelection[] };
}

interface ChartsStepProps {
  patientId: number;
  /** Label of the tree. */
  label: string;
  /** Charts already sent with the request that is edited. */
  sent?: readonly SentChart[] | undefined;
}

/** The step of a wizard that selects the documents to send, with a preview. */
export function ChartsStep({ patientId, label, sent }: ChartsStepProps): ReactNode {
  const form = useFormContext<ChartsValues>();
  const select = (selected: ChartSelection[]) => {
    form.setValue('charts.selectedCharts', selected, { shouldDirty: true });
    form.clearErrors('charts.selectedCharts');
  };
  // A document uploaded here is meant to be sent.
  const add = (ids: number[]) => select([...form.getValues('charts.selectedCharts'), ...ids.map(documentSelection)]);
  return (
    <Field form={form} name="charts.selectedCharts">
      {(field) => (
        <>
          {field.error !== undefined && (
            <RefusedCharts
              patientId={patientId}
              message={field.error}
              selected={field.value}
              sent={sent}
              onChange={select}
            />
          )}
          {sent !== undefined && (
            <UnlistedCharts patientId={patientId} selected={field.value} sent={sent} onChange={select} />
          )}
          <div className={classes['charts']}>
            <ChartPanel
              patientId={patientId}
              label={label}
              picking={{ selected: field.value, onSelect: select, sent }}
              onUploaded={add}
            />
          </div>
        </>
      )}
    </Field>
  );
}
