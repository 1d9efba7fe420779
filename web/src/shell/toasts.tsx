import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconExclamationCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';

type Message = ReactNode | ApiError;

function textOf(message: Message): ReactNode {
  if (!(message instanceof ApiError)) return message;
  const showsCode = message.status >= 500 || message.status === 0;
  return (
    <>
      {message.message}
      {showsCode && <div>Error code: {message.reference}</div>}
    </>
  );
}

/** Short messages in the corner, read out by screen readers. */
export const toast = {
  success: (message: string) =>
    notifications.show({ message, color: 'green', icon: <IconCheck size={16} />, autoClose: 4000 }),
  /** Stays until it is dismissed: an error may need to be read twice. */
  error: (message: Message) =>
    notifications.show({
      message: textOf(message),
      color: 'red',
      icon: <IconExclamationCircle size={16} />,
      autoClose: 12_000,
      role: 'alert',
    }),
  warning: (message: ReactNode) =>
    notifications.show({ message, color: 'yellow', icon: <IconAlertTriangle size={16} />, autoClose: 8000 }),
};
