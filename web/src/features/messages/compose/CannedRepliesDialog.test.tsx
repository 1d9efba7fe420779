import { removeCannedReply, type CannedReply } from '@careloop/contracts/messages/cannedReplies';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../../test/components.tsx';
import { CannedRepliesDialog } from './CannedRepliesDialog.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Opens the dialog. */
function open(answer: (url: string) => Response) {
  vi.stubGlobal('fetch', async (url: string) => answer(url));
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return renderComponent(
    <QueryClientProvider client={client}>
      <CannedRepliesDialog message="" onClose={() => undefined} />
    </QueryClientProvider>,
  );
}

test('replies that could not be loaded are not said to be missing', async () => {
  open(() => Response.json({ wasSuccessful: false }, { status: 500 }));
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible();
  expect(screen.queryByText('No canned replies yet')).toBeNull();
});

test('the focus stays in the dialog when a reply is deleted', async () => {
  let cannedReplies: CannedReply[] = [{ cannedReplyId: 3, title: 'Seen today', message: 'I have seen the patient.' }];
  const user = open((url) => {
    if (url === `/api${removeCannedReply.path}`) cannedReplies = [];
    return Response.json({ wasSuccessful: true, cannedReplies });
  });
  await user.click(await screen.findByRole('button', { name: 'Delete Seen today' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete "Seen today"?' }));
  await user.click(question.getByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('No canned replies yet')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('button', { name: 'New canned reply' })).toHaveFocus());
});
