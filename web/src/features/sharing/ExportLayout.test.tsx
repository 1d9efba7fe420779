import { chartKeyOf, documentSelection } from '@careloop/contracts/charts/selection';
import { screen, waitFor } from '@testing-library/react';
import { useEffect, type ReactNode } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderSignedIn } from '../../../test/signedIn.tsx';
import { ExportLayout } from './ExportLayout.tsx';

const refusal = 'One of the documents is no longer on the chart.';

/** The dialog after the server refused one of two documents, because it was archived since it was checked. */
function Refused(): ReactNode {
  const form = useForm({
    defaultValues: {
      toUserFullName: '',
      fromFullName: '',
      fromOrganizationName: '',
      subject: '',
      comments: '',
      toFaxNumber: '',
      selectedCharts: [1, 2].map(documentSelection),
    },
  });
  const selected = useWatch({ control: form.control, name: 'selectedCharts' });
  const { setError } = form;
  useEffect(() => setError('selectedCharts', { type: 'server', message: refusal }), [setError]);
  return (
    <FormProvider {...form}>
      <ExportLayout patientId={1} channel="fax" />
      <output aria-label="Selected">{selected.map(chartKeyOf).join()}</output>
    </FormProvider>
  );
}

test('a document that was archived since it was checked can be removed from what is sent', async () => {
  const note = { patientDocumentId: 1, documentName: 'Note', documentTypeName: 'Note', documentPageCount: 2 };
  const groupings = { visit: [], date: [], chartType: [] };
  const charts = { documents: [{ ...note, isArchived: false }], appointments: [], referrals: [], groupings };
  const { user } = renderSignedIn(<Refused />, [], [], charts);
  await user.click(await screen.findByRole('button', { name: 'Remove the missing record' }));
  expect(screen.getByLabelText('Selected')).toHaveTextContent(/^3:1$/);
  await waitFor(() => expect(screen.queryByText(refusal)).toBeNull());
});
