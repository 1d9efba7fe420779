import { allOf } from '@careloop/contracts/access';
import { IconMessages } from '@tabler/icons-react';
import { createRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { lazyPage } from '../../lib/lazyPage.tsx';
import type { Feature } from '../../shell/features.ts';
import { guarded } from '../../shell/guarded.tsx';
import { NavBadge } from '../../shell/NavBadge.tsx';
import { rootRoute } from '../../shell/rootRoute.tsx';
import { messagesSearch } from './search.ts';
import { MessagesPopout } from './unread/MessagesPopout.tsx';
import { useUnreadMessageCount } from './unread/useUnreadMessageCount.ts';

const access = allOf('Messages');

const Messages = lazyPage(() => import('./MessagesPage.tsx'), 'MessagesPage');

const routes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/Messages',
    staticData: { title: 'Messages' },
    validateSearch: messagesSearch,
    component: guarded(access, Messages),
  }),
] as const;

function UnreadMessages(): ReactNode {
  return <NavBadge count={useUnreadMessageCount()} of="unread messages" one="unread message" />;
}

export const messages: Feature<typeof routes> = {
  routes,
  destinations: [
    {
      to: '/Messages',
      label: 'Messages',
      icon: IconMessages,
      about: 'Secure conversations about patients',
      section: 'Work',
      access,
      menu: 'main',
      phoneRank: 3,
      Badge: UnreadMessages,
      Below: MessagesPopout,
    },
  ],
  live: async () => (await import('./realtime.ts')).watchConversations,
};
