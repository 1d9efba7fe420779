import { listCharts } from '@careloop/contracts/charts';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import { createConsultation } from '@careloop/contracts/consultations';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { provider } from '../../../../test/signedIn.tsx';
import { queryOf } from '../../../api/query.ts';
import { useSchemaForm } from '../../../ui/forms.ts';
import { useSendConsultation } from './useSendConsultation.ts';
import { stepParts, wizardDefaults, wizardForm, type WizardResult } from './wizardForm.ts';

afterEach(() => vi.unstubAllGlobals());

const slow = { timeout: 10_000 };

/** Sends the request, beside the tree of charts. */
function Sending({ onSent }: { onSent: (outcome: unknown) => void }) {
  const form = useSchemaForm(wizardForm, wizardDefaults(1, provider));
  const { send } = useSendConsultation(1, form);
  const { isFetched } = useQuery({ ...queryOf(listCharts, { patientId: 1, timeZone: 'UTC' }), staleTime: Infinity });
  if (!isFetched) return null;
  return <button onClick={() => void send(form.getValues() as WizardResult).then(onSent)}>Send</button>;
}

test('a chart that was archived meanwhile leads back to the documents, with a current list', async () => {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return path.endsWith(createConsultation.path)
      ? Response.json({ wasSuccessful: false, validationErrors: { patientCharts: selectionTexts.gone } })
      : Response.json({ wasSuccessful: true, documents: [], appointments: [], referrals: [] });
  });
  const onSent = vi.fn<(outcome: unknown) => void>();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = renderComponent(
    <QueryClientProvider client={client}>
      <Sending onSent={onSent} />
    </QueryClientProvider>,
  );
  const listed = () => calls.filter((path) => path.includes(listCharts.path)).length;
  const button = await screen.findByRole('button', { name: 'Send' });
  const before = listed();
  await user.click(button);
  await vi.waitFor(() => expect(onSent).toHaveBeenCalledWith(stepParts.indexOf('charts')), slow);
  await vi.waitFor(() => expect(listed()).toBeGreaterThan(before), slow);
});
