import { messageTexts } from '@careloop/contracts/messages';
import type { Conversation } from '@careloop/contracts/messages/conversations';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../../test/components.tsx';
import { routed } from '../../../../test/routed.tsx';
import { queryClient } from '../../../api/queryClient.ts';
import { dispatch } from '../../../session/gateStore.ts';
import { sessionOf, type Context } from '../../../session/session.ts';
import { ReplyForm } from './ReplyForm.tsx';

const conversation = { conversationKey: 'one', patient: null } as Conversation;
const field = createRef<HTMLTextAreaElement>();

function Reply() {
  return (
    <ReplyForm
      conversation={conversation}
      field={field}
      resentCount={0}
      saved={null}
      onLeave={() => undefined}
      onSent={async () => undefined}
    />
  );
}

/** Opens the form. Returns the replies that the server receives. */
async function open(): Promise<string[]> {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url.endsWith(sendQuickReply.path)) sent.push((JSON.parse(body) as { message: string }).message);
    return Response.json({ wasSuccessful: true, current: null, conversationKey: 'one', sequence: 7 });
  });
  onTestFinished(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });
  const context = { user: { userId: 1, usersToImpersonate: [] }, permissions: [], features: [] };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
  renderComponent(<QueryClientProvider client={queryClient}>{routed(Reply).page}</QueryClientProvider>);
  fill(await screen.findByRole('textbox', { name: 'Message' }), 'Friday is fine.');
  return sent;
}

const pressSend = (more: { repeat?: boolean } = {}) =>
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Enter', ctrlKey: true, ...more });

test.each([[{ repeat: true }], [{}]])('the second press of the key that sends does nothing (%o)', async (second) => {
  const sent = await open();
  pressSend();
  pressSend(second);
  expect(await screen.findByText(messageTexts.replySent)).toBeVisible();
  pressSend(second);
  expect(screen.queryByText(messageTexts.replyBlank)).toBeNull();
  expect(screen.getByText(messageTexts.replySent)).toBeVisible();
  expect(sent).toEqual(['Friday is fine.']);
});

test('a reply that was emptied again is refused', async () => {
  const sent = await open();
  fill(screen.getByRole('textbox', { name: 'Message' }), '');
  pressSend();
  expect(await screen.findByText(messageTexts.replyBlank)).toBeVisible();
  expect(sent).toEqual([]);
});
