import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { formatPhone } from '@careloop/contracts/fields';
import {
  exportTexts,
  faxCharts,
  faxFlagLabels,
  faxForm,
  type FaxFlag,
} from '@careloop/contracts/sharing/documentExport';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../api/query.ts';
import { CheckboxInput } from '../../ui/CheckboxInput.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { ExportLayout, ExportSubject } from './ExportLayout.tsx';
import { showExportErrors } from './exportErrors.ts';
import { useSender } from './useSender.ts';

export interface ExportDialogProps {
  patientId: number;
  selected?: ChartSelection[] | undefined;
  onClose: () => void;
}

/** Faxes charts of a patient (docs/domain/sharing.md). */
export function FaxChartsDialog({ patientId, selected = [], onClose }: ExportDialogProps): ReactNode {
  const sender = useSender();
  const form = useSchemaForm(faxForm, {
    toUserFullName: '',
    ...sender,
    subject: '',
    comments: '',
    urgent: false,
    forReview: false,
    pleaseComment: false,
    pleaseReply: false,
    pleaseRecycle: false,
    condensePages: false,
    toFaxNumber: '',
    selectedCharts: selected,
  });
  const send = useCall(faxCharts, {
    onError: (error) =>
      showExportErrors(form, error, exportTexts.faxFailed, { toName: 'toUserFullName', toFaxNumber: 'toFaxNumber' }),
    onSuccess: ({ hasService }) => {
      toast.success(exportTexts.faxing);
      if (!hasService) toast.warning(exportTexts.notFaxed);
      onClose();
    },
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title="Fax Charts"
        size={1480}
        form={form}
        acceptLabel="Fax"
        savingLabel="Sending..."
        isAcceptEnabled
        onClose={onClose}
        footerLeft={<ExportSubject patientId={patientId} address={formatPhone(form.watch('toFaxNumber'))} />}
        onSubmit={({ toUserFullName, fromFullName, fromOrganizationName, selectedCharts, ...rest }) =>
          send.submit({
            ...rest,
            patientId,
            toName: toUserFullName,
            fromName: fromFullName,
            fromOrganization: fromOrganizationName,
            charts: selectedCharts,
          })
        }
      >
        <ExportLayout patientId={patientId} channel="fax">
          <Checkbox.Group label="Marked on the cover page" {...flagsOf(form)}>
            {Object.entries(faxFlagLabels).map(([flag, label]) => (
              <Checkbox key={flag} value={flag} label={label} mt={6} />
            ))}
          </Checkbox.Group>
          <Field
            form={form}
            name="condensePages"
            label="Condense Pages"
            description="Two pages on each sheet"
            input={CheckboxInput}
          />
        </ExportLayout>
      </FormDialog>
    </FormProvider>
  );
}

type Form = ReturnType<typeof useSchemaForm<typeof faxForm>>;

function flagsOf(form: Form) {
  const flags = Object.keys(faxFlagLabels) as FaxFlag[];
  return {
    value: flags.filter((flag) => form.watch(flag) === true),
    onChange: (chosen: string[]) => {
      for (const flag of flags) form.setValue(flag, chosen.includes(flag), { shouldDirty: true });
    },
  };
}
