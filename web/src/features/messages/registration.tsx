import { allOf } from '@careloop/contracts/access';
import { IconMessages } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FeatureRegistration } from '../../shell/features.ts';
import { NavBadge } from '../../shell/NavBadge.tsx';
import { MessagesPopout } from './unread/MessagesPopout.tsx';
import { useUnreadMessageCount } from './unread/useUnreadMessageCount.ts';

function UnreadMessages(): ReactNode {
  return <NavBadge count={useUnreadMessageCount()} of="unread messages" one="unread message" />;
}

export const messages: FeatureRegistration = {
  destinations: [
    {
      to: '/Messages',
      label: 'Messages',
      icon: IconMessages,
      about: 'Secure conversations about patients',
      section: 'Work',
      access: allOf('Messages'),
      menu: 'main',
      Badge: UnreadMessages,
      Below: MessagesPopout,
    },
  ],
};
