import { directForm, emailCharts, exportTexts } from '@careloop/contracts/sharing/documentExport';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../api/query.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { ExportLayout, ExportSubject } from './ExportLayout.tsx';
import { showExportErrors } from './exportErrors.ts';
import type { ExportDialogProps } from './FaxChartsDialog.tsx';
import { useSender } from './useSender.ts';

/** Sends charts of a patient by Direct message (docs/domain/sharing.md). */
export function DirectEmailChartsDialog({ patientId, selected = [], onClose }: ExportDialogProps): ReactNode {
  const sender = useSender();
  const form = useSchemaForm(directForm, {
    toUserFullName: '',
    ...sender,
    subject: '',
    comments: '',
    toDirectEmail: '',
    selectedCharts: selected,
  });
  const send = useCall(emailCharts, {
    onError: (error) =>
      showExportErrors(form, error, exportTexts.emailFailed, {
        toName: 'toUserFullName',
        toDirectEmailAddress: 'toDirectEmail',
      }),
    onSuccess: ({ hasService }) => {
      toast.success(exportTexts.emailed);
      if (!hasService) toast.warning(exportTexts.notEmailed);
      onClose();
    },
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title="Direct Email Charts"
        size={1480}
        form={form}
        acceptLabel="Send"
        savingLabel="Sending..."
        isAcceptEnabled
        onClose={onClose}
        footerLeft={<ExportSubject patientId={patientId} address={form.watch('toDirectEmail')} />}
        onSubmit={({ toUserFullName, fromFullName, fromOrganizationName, selectedCharts, toDirectEmail, ...rest }) =>
          send.submit({
            ...rest,
            patientId,
            toDirectEmailAddress: toDirectEmail,
            toName: toUserFullName,
            fromName: fromFullName,
            fromOrganization: fromOrganizationName,
            charts: selectedCharts,
          })
        }
      >
        <ExportLayout patientId={patientId} channel="direct" />
      </FormDialog>
    </FormProvider>
  );
}
