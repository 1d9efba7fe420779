import type { ReactNode } from 'react';
import { setMessageNotifications, useMessageNotifications } from '../unread/messageNotifications.ts';
import { Toggle } from '../../../ui/Toggle.tsx';

/** Switches browser notifications of new messages. Hidden if the browser does not support them. */
export function NotificationSwitch(): ReactNode {
  const state = useMessageNotifications();
  if (state === undefined) return null;
  return (
    <Toggle
      size="xs"
      label="Notify me on this device"
      description={state === 'unusable' && 'This browser does not show notifications from web pages.'}
      value={state === 'on'}
      disabled={state === 'unusable'}
      onChange={(isWanted) => void setMessageNotifications(isWanted)}
    />
  );
}
