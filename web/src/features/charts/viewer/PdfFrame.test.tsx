import { chartTexts } from '@careloop/contracts/charts';
import type { DocumentInfo } from '@careloop/contracts/charts/viewer';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { PdfFrame } from './PdfFrame.tsx';

afterEach(() => vi.unstubAllGlobals());

test('a PDF that cannot be loaded says so, and is shown after a retry', async () => {
  let isDown = true;
  vi.stubGlobal('fetch', async () =>
    isDown
      ? Response.json({ wasSuccessful: false }, { status: 500 })
      : new Response('%', { status: 206, headers: { 'content-type': 'application/pdf' } }),
  );
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PdfFrame info={{ patientDocumentId: 7, documentName: 'Letter' } as DocumentInfo} />
    </QueryClientProvider>,
  );
  await screen.findByText(chartTexts.failed);
  expect(screen.queryByTitle('PDF of Letter')).toBeNull();
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByTitle('PDF of Letter')).toHaveAttribute('src', '/api/document-viewer/7/pdf');
});
