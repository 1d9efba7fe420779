import { getPatientInfo } from '@careloop/contracts/patients';
import { exportTexts } from '@careloop/contracts/sharing/documentExport';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { queryOf } from '../../../api/query.ts';
import { dispatch } from '../../../session/gateStore.ts';
import type { Session } from '../../../session/session.ts';
import { ShareChartsButtons } from './ShareChartsButtons.tsx';

beforeAll(() => {
  const session = { config: { hasEmr: false }, user: { userId: 1, usersToImpersonate: [] } };
  dispatch({ type: 'tokenFound' });
  dispatch({ type: 'contextLoaded', session: session as unknown as Session });
});

test.each(['Fax Charts', 'Direct Email Charts'])('with emergency access, "%s" gives the reason', (name) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  client.setQueryData<unknown>(queryOf(getPatientInfo, { patientId: 1 }).queryKey, {
    can: { sendCharts: exportTexts.emergencyOnly },
  });
  renderComponent(
    <QueryClientProvider client={client}>
      <ShareChartsButtons patientId={1} />
    </QueryClientProvider>,
  );
  const button = screen.getByRole('button', { name });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(button).toHaveAccessibleDescription('Charts cannot be sent with emergency access.');
});
