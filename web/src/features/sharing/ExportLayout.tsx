import { exportLimits } from '@careloop/contracts/sharing/documentExport';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { getPatientInfo } from '@careloop/contracts/patients';
import { Stack, TextInput, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { queryOf } from '../../api/query.ts';
import { inputProps } from '../../ui/forms.ts';
import { ChartPanel } from '../charts/shared/ChartPanel.tsx';
import { RefusedCharts } from '../charts/shared/RefusedCharts.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import classes from './Sharing.module.css';
import { RecipientFields } from './RecipientFields.tsx';

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
    <TextInput
      label={label}
      withAsterisk
      autoComplete="off"
      maxLength={exportLimits.name}
      {...inputProps(form, name)}
    />
  );
  return (
    <div className={classes.columns}>
      <Controller
        control={form.control}
        name="selectedCharts"
        render={({ field: charts, fieldState }) => (
          <div className={classes.charts}>
            {fieldState.error?.message !== undefined && (
              <RefusedCharts
                patientId={patientId}
                message={fieldState.error.message}
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
      />
      <Stack gap="sm" className={classes.form}>
        <RecipientFields patientId={patientId} channel={channel} />
        {field('fromFullName', 'Sender')}
        {field('fromOrganizationName', 'Organization')}
        <TextInput
          label="Subject"
          autoComplete="off"
          maxLength={exportLimits.subject}
          {...inputProps(form, 'subject')}
        />
        <Textarea
          label="Comments"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={exportLimits.comments}
          {...inputProps(form, 'comments')}
        />
        {children}
      </Stack>
    </div>
  );
}

/** Next to the button: patient, recipient and address. */
export function ExportSubject({ patientId, address }: { patientId: number; address: string }): ReactNode {
  const { watch } = useFormContext<Shown>();
  const info = useQuery(queryOf(getPatientInfo, { patientId }));
  const to = watch('toUserFullName');
  if (info.data === undefined) return null;
  return (
    <DialogSubject patient={info.data} recipient={[to, address].filter((part) => part.trim() !== '').join(' · ')} />
  );
}
