import { documentSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import { renderSignedIn } from '../../../../test/signedIn.tsx';
import { ChartsStep } from './ChartsStep.tsx';

const listed = { patientDocumentId: 1, documentName: 'Note', documentTypeName: 'Note', documentPageCount: 2 };

const sentChart = (patientDocumentId: number, chartName: string, pageCount: number) =>
  ({
    associationType: 3,
    patientDocumentId,
    chartName,
    chartTypeName: 'Note',
    chartDate: null,
    pageCount,
  }) as SentChart;

const sent = [sentChart(1, 'Note', 2), sentChart(2, 'Note of another patient', 3)];

function EditedRecords(): ReactNode {
  const form = useForm({ defaultValues: { charts: { selectedCharts: [1, 2].map(documentSelection) } } });
  return (
    <FormProvider {...form}>
      <ChartsStep patientId={1} label="Records" sent={sent} />
    </FormProvider>
  );
}

test('a sent document that the tree no longer lists is counted and can be removed', async () => {
  const groupings = { visit: [], date: [], chartType: [] };
  const charts = { documents: [{ ...listed, isArchived: false }], appointments: [], referrals: [], groupings };
  const { user } = renderSignedIn(<EditedRecords />, [], [], charts);
  const list = within(await screen.findByRole('list', { name: 'Already sent, no longer in the list below' }));
  expect(list.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('2 Document(s) Selected / 5 Page(s) Selected')).toBeVisible();
  await user.click(list.getByRole('button', { name: 'Remove Note of another patient' }));
  expect(screen.getByText('1 Document(s) Selected / 2 Page(s) Selected')).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Already sent, no longer in the list below' })).toBeNull();
});
