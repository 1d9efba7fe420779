import { chartTexts } from '@careloop/contracts/charts';
import { getDocumentPage, viewerTexts } from '@careloop/contracts/charts/viewer';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { pictureOf } from '../../../api/download.ts';
import { shownSize, wantedWidth, type PageLayout } from './pageLayout.ts';
import { PageView } from './PageView.tsx';

const size = [600, 800] as const;
const layout: PageLayout = {
  zoom: 'width',
  rotation: 0,
  view: { width: 600, height: 800 },
  isPrint: false,
  maxFit: 1,
};
const document = { patientDocumentId: 7 };

beforeEach(() => {
  URL.createObjectURL = () => 'blob:page';
  URL.revokeObjectURL = () => undefined;
});

test.each([
  ['the only page', 1, chartTexts.failed],
  ['one of several pages', 2, viewerTexts.pageFailed],
])('an image of %s that the browser cannot read says so', (_which, pageCount, message) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  const width = wantedWidth(shownSize(size, layout), layout);
  client.setQueryData(pictureOf(getDocumentPage, { ...document, page: 1, width }).queryKey, new Blob(['no image']));
  renderComponent(
    <QueryClientProvider client={client}>
      <PageView document={document} page={1} {...{ pageCount, size, layout }} hasText={false} marks={[]} />
    </QueryClientProvider>,
  );
  fireEvent.error(screen.getByRole('img', { name: `Page 1 of ${pageCount}` }));
  expect(screen.getByText(message)).toBeVisible();
});
