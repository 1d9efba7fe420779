import { archiveTexts } from '@careloop/contracts/charts/archive';
import type { DocumentInfo } from '@careloop/contracts/charts/viewer';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { patient } from '../../../../test/signedIn.tsx';
import { dispatch } from '../../../session/gateStore.ts';
import type { Session } from '../../../session/session.ts';
import { ArchiveTool } from './ArchiveTool.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a refused archiving says so in the dialog, which keeps the reason', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      wasSuccessful: false,
      code: 'refused',
      message: archiveTexts.emergencyOnly,
      validationErrors: {},
    }),
  );
  const session = { user: { userId: 1, usersToImpersonate: [] }, can: () => true };
  dispatch({ type: 'contextLoaded', session: session as unknown as Session });
  const info = { patientDocumentId: 70, documentName: 'Discharge letter', isArchived: false, archive: null, patient };
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient()}>
      <ArchiveTool info={info as unknown as DocumentInfo} />
    </QueryClientProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Archive document' }));
  const reason = await screen.findByRole('textbox', { name: 'Reason' });
  fill(reason, 'Belongs to another patient');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Archive' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText(archiveTexts.emergencyOnly)).toBeVisible();
  expect(reason).toHaveValue('Belongs to another patient');
});
