import { getConversationPage, getUserConversations } from '@careloop/contracts/messages/conversations';
import type { ConversationListItem } from '@careloop/contracts/messages/conversations';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../../../test/page.tsx';
import { answer, inputsOf, serve } from '../../../test/server.ts';
import { signIn } from '../../../test/signedIn.tsx';
import { MessagesPage } from './MessagesPage.tsx';
import { messagesSearch } from './search.ts';

const route = { path: '/Messages', validateSearch: messagesSearch, component: MessagesPage };
const me = { userId: 1, firstName: 'Anjali', lastName: 'Patel' };

/** Conversation number 0 is the newest. */
function conversation(number: number): ConversationListItem {
  const other = { userId: 100 + number, firstName: 'Other', lastName: `Number ${number}` };
  const at = new Date(Date.UTC(2026, 0, 31) - number * 60_000).toISOString();
  return {
    conversationKey: `c${number}`,
    isArchived: false,
    members: [me, other],
    patient: null,
    lastSequence: 1,
    lastMessageAt: at,
    lastMessage: {
      userMessageId: number + 1,
      sequence: 1,
      dateSent: at,
      message: 'Hello',
      isRead: true,
      priority: 1,
      fromUser: other,
      fromIdentityUser: other,
    },
    unreadMessageCount: 0,
    hasUrgentUnread: false,
    hasDraft: false,
    can: { archive: true, unarchive: true },
  };
}

const all = Array.from({ length: 70 }, (_, number) => conversation(number));

/** The server's list; a cursor is the number of the first row below it. */
function serveList() {
  return serve(
    answer(getUserConversations, ({ cursor, before }) => {
      const begin = before === undefined ? Number(cursor ?? 0) : Math.max(0, Number(before) - 20);
      const end = before === undefined ? begin + 20 : Number(before);
      const items = all.slice(begin, end);
      return {
        items,
        page: 1,
        numPages: 4,
        totalItemCount: null,
        nextCursor: end < all.length ? String(end) : null,
        previousCursor: begin > 0 ? String(begin) : null,
      };
    }),
    answer(getConversationPage, ({ conversationKey }) => {
      const number = Number(String(conversationKey).slice(1));
      const begin = Math.floor(number / 20) * 20;
      return { page: begin / 20 + 1, cursor: String(number), pageCursor: String(begin) };
    }),
  );
}

const rows = () => screen.queryAllByRole('option').map((row) => row.dataset['key']);
const from = (begin: number, end: number) => all.slice(begin, end).map((one) => one.conversationKey);

beforeEach(() => signIn({ permissions: ['Messages'] }));

test('a link to a conversation beyond the first page shows its page, and the pages above on demand', async () => {
  const calls = serveList();
  const { user } = renderScreen(route, '/Messages?conversationKey=c45');
  await waitFor(() => expect(rows()).toEqual(from(40, 60)));
  expect(screen.getByRole('option', { selected: true }).dataset['key']).toBe('c45');
  expect(inputsOf(calls, getUserConversations).at(-1)).toMatchObject({ cursor: '40', pageSize: '20' });
  expect(screen.getByRole('button', { name: 'Show the newest conversations' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Load previous' }));
  await waitFor(() => expect(rows()).toEqual(from(20, 60)));
  expect(screen.queryByRole('button', { name: /new$/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(rows()).toEqual(from(20, 70)));
  await user.click(screen.getByRole('button', { name: 'Load previous' }));
  await waitFor(() => expect(rows()).toEqual(from(0, 70)));
  expect(screen.getByRole('option', { selected: true }).dataset['key']).toBe('c45');
  // The list is whole now.
  for (const name of ['Load previous', 'Load more', 'Show the newest conversations']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('the newest conversations replace a list that began further down', async () => {
  serveList();
  const { user } = renderScreen(route, '/Messages?conversationKey=c45');
  await user.click(await screen.findByRole('button', { name: 'Show the newest conversations' }));
  await waitFor(() => expect(rows()).toEqual(from(0, 20)));
  expect(screen.queryByRole('button', { name: 'Load previous' })).toBeNull();
});

test('a link to a conversation of the first page asks for no place', async () => {
  const calls = serveList();
  renderScreen(route, '/Messages?conversationKey=c5');
  await waitFor(() => expect(rows()).toEqual(from(0, 20)));
  expect(inputsOf(calls, getConversationPage)).toEqual([]);
});
