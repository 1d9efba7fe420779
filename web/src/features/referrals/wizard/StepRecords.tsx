import { chartTexts, listCharts } from '@careloop/contracts/charts';
import { useQuery } from '@tanstack/react-query';
import { IconFileOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { inWords } from '../../../ui/errorWords.ts';
import { ChartTree } from '../../charts/shared/ChartTree.tsx';
import { DocumentReader } from '../../charts/shared/DocumentReader.tsx';
import { UploadChartButton } from '../../charts/shared/UploadChartButton.tsx';
import type { WizardValues } from './wizardForm.ts';
import classes from './ReferralWizard.module.css';

/** Step 4: what goes along, read before it is sent. */
export function StepRecords({ patientId }: { patientId: number }): ReactNode {
  const { control, getValues, setValue } = useFormContext<WizardValues>();
  const [shownId, setShownId] = useState<number | null>(null);
  const charts = useQuery(queryOf(listCharts, { patientId }));
  if (charts.isPending) return <ListSkeleton />;
  if (charts.data === undefined) {
    const error = inWords(chartTexts.listFailed, charts.error);
    return <ErrorState error={error} onRetry={() => void charts.refetch()} />;
  }
  const { documents } = charts.data;
  // Who uploads a document here wants it to go along.
  const add = (ids: number[]) =>
    setValue('charts.selectedCharts', [...getValues('charts.selectedCharts'), ...ids], { shouldDirty: true });
  const uploadButton = <UploadChartButton patientId={patientId} onUploaded={add} />;
  if (documents.length === 0) {
    return (
      <EmptyState
        icon={<IconFileOff size={32} />}
        title="No items found"
        text="This patient has no documents. The referral can be sent without."
        action={uploadButton}
      />
    );
  }
  return (
    <div className={classes.records}>
      <div className={classes.choice}>
        <Controller
          control={control}
          name="charts.selectedCharts"
          render={({ field }) => (
            <ChartTree
              label="Patient medical records"
              documents={documents}
              checked={field.value}
              onChange={field.onChange}
              shownId={shownId}
              onShow={setShownId}
            />
          )}
        />
        <div>{uploadButton}</div>
      </div>
      <div className={classes.preview}>
        <DocumentReader document={documents.find((one) => one.patientDocumentId === shownId) ?? null} />
      </div>
    </div>
  );
}
