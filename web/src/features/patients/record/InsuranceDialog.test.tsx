import type { Demographics } from '@careloop/contracts/patients/demographics';
import type { PatientCoverage } from '@careloop/contracts/patients/insurance';
import { Button } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { InsuranceDialog } from './InsuranceDialog.tsx';

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
const marks = { isActive: true, isDeceased: false, isPossibleDuplicate: false };
const patient = {
  patientId: 1,
  firstName: 'Ada',
  lastName: 'Park',
  ...marks,
  coverages: [],
} as unknown as Demographics;

function coverageOf(version: number, name: string) {
  const insurancePlan = {
    insurancePlanId: version,
    name,
    insurancePlanType: 1,
    insurancePlanSubType: 1,
    insuranceCarrier: { insuranceCarrierId: 1, name: 'Harbor Health' },
    isDisabled: false,
  };
  return { patientCoverageId: 1, insurancePlan, version } as unknown as PatientCoverage;
}

function Opened(): ReactNode {
  const [coverage, setCoverage] = useState(coverageOf(1, 'Choice Plus'));
  return (
    <QueryClientProvider client={client}>
      <InsuranceDialog patient={patient} coverage={coverage} onClose={() => undefined} />
      <Button onClick={() => setCoverage(coverageOf(2, 'Basic'))}>Refresh</Button>
    </QueryClientProvider>
  );
}

test('the plan that a colleague has chosen is shown', async () => {
  const user = renderComponent(<Opened />);
  const plan = screen.getByRole('combobox', { name: 'Plan' });
  expect(plan).toHaveDisplayValue(/Choice Plus/);
  await user.click(screen.getByText('Refresh'));
  expect(plan).toHaveDisplayValue(/Basic/);
});
