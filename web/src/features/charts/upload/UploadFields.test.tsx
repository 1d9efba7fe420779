import { chartUploadForm, listPrimaryDocumentTypes, uploadTexts } from '@careloop/contracts/charts/upload';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { expect, test } from 'vitest';
import { fill, leave, renderComponent } from '../../../../test/components.tsx';
import { queryOf } from '../../../api/query.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { UploadFields } from './UploadFields.tsx';

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
client.setQueryData(queryOf(listPrimaryDocumentTypes, {}).queryKey, {
  documentTypes: [
    { documentTypeId: 1, documentName: 'Progress Note' },
    { documentTypeId: 2, documentName: 'Other' },
  ],
} as never);

function Fields(): ReactNode {
  const form = useSchemaForm(chartUploadForm, {
    documentType: '2',
    customDocumentType: '',
    dateProvided: '2026-03-02',
    encounter: null,
    hipaaAgreementAccepted: true,
  });
  return (
    <QueryClientProvider client={client}>
      <FormProvider {...form}>
        <UploadFields patientId={1} isLocked={false} />
        <button type="button" disabled={!form.formState.isValid}>
          Upload
        </button>
      </FormProvider>
    </QueryClientProvider>
  );
}

test('another type removes the name of "Other", even a wrong one', async () => {
  const user = renderComponent(<Fields />);
  const upload = screen.getByRole('button', { name: 'Upload' });
  fill(screen.getByLabelText('Other'), 'x'.repeat(76));
  leave(screen.getByLabelText('Other'));
  await screen.findByText(uploadTexts.customTypeTooLong);
  await waitFor(() => expect(upload).toBeDisabled());
  await user.click(screen.getByRole('combobox', { name: 'Type' }));
  await user.click(await screen.findByRole('option', { name: 'Progress Note' }));
  await waitFor(() => expect(upload).toBeEnabled());
});
