import type { ReactNode } from 'react';
import { setMessageNotifications, useMessageNotifications } from '../../shell/messageNotifications.ts';
import { Toggle } from '../../ui/Toggle.tsx';

/** Whether this browser tells of new messages while one looks elsewhere. Not there where it cannot. */
export function NotificationSwitch(): ReactNode {
  const isOn = useMessageNotifications();
  if (isOn === undefined) return null;
  return (
    <Toggle
      size="xs"
      label="Notify me on this device"
      value={isOn}
      onChange={(isWanted) => void setMessageNotifications(isWanted)}
    />
  );
}
