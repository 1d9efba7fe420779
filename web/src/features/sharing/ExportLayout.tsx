import { exportLimits, exportTexts } from '@careloop/contracts/sharing/documentExport';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { getPatientInfo } from '@careloop/contracts/patients';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { ChartPanel } from '../charts/shared/ChartPanel.tsx';
import { chartItemsOf, pagesOf } from '../charts/shared/chartItems.ts';
import { chartsOf } from '../charts/shared/chartQueries.ts';
import { RefusedCharts } from '../charts/shared/RefusedCharts.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import classes from './Sharing.module.css';
import { RecipientFields } from './RecipientFields.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';

export interface ExportLayoutProps {
  patientId: number;
  channel: 'fax' | 'direct';
  /** Fields of only one of the dialogs. */
  children?: ReactNode;
}

interface Shown {
  toUserFullName: string;
  fromFullName: string;
  fromOrganizationName: string;
  subject: string;
  comments: string;
  selectedCharts: ChartSelection[];
}

/** The three columns of both dialogs: charts, the selected chart, and recipient. */
export function ExportLayout({ patientId, channel, children }: ExportLayoutProps): ReactNode {
  const form = useFormContext<Shown>();
  const select = (selected: ChartSelection[]) =>
    form.setValue('selectedCharts', selected, { shouldDirty: true, shouldValidate: true });
  const field = (name: 'fromFullName' | 'fromOrganizationName', label: string) => (
    <Field form={form} name={name} label={label} required>
      {(field) => <TrimmedTextInput {...field} maxLength={exportLimits.name} />}
    </Field>
  );
  return (
    <div className={classes.columns}>
      <Field form={form} name="selectedCharts">
        {(charts) => (
          <div className={classes.charts}>
            {charts.error !== undefined && (
              <RefusedCharts
                patientId={patientId}
                message={charts.error}
                selected={charts.value}
                sent={undefined}
                onChange={select}
              />
            )}
            <ChartPanel
              patientId={patientId}
              label="Charts to send"
              picking={{ selected: charts.value, onSelect: select }}
            />
          </div>
        )}
      </Field>
      <Stack gap="sm" className={classes.form}>
        <RecipientFields patientId={patientId} channel={channel} />
        {field('fromFullName', 'Sender')}
        {field('fromOrganizationName', 'Organization')}
        <Field form={form} name="subject" label="Subject">
          {(field) => <TrimmedTextInput {...field} maxLength={exportLimits.subject} />}
        </Field>
        <Field form={form} name="comments" label="Comments">
          {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} maxLength={exportLimits.comments} />}
        </Field>
        {children}
      </Stack>
    </div>
  );
}

/** Next to the button: patient, recipient, address, and how long the selected charts are. */
export function ExportSubject({ patientId, address }: { patientId: number; address: string }): ReactNode {
  const { watch } = useFormContext<Shown>();
  const info = useQuery(queryOf(getPatientInfo, { patientId }));
  const charts = useQuery(chartsOf(patientId));
  const to = watch('toUserFullName');
  const pages = charts.data && pagesOf(chartItemsOf(patientId, charts.data), watch('selectedCharts'));
  if (info.data === undefined) return null;
  return (
    <DialogSubject
      patient={info.data}
      recipient={[to, address].filter((part) => part.trim() !== '').join(' · ')}
      consequence={pages && pages.count > 0 ? exportTexts.pages(pages.count, pages.areCounted) : undefined}
    />
  );
}
