import type { ReactNode } from 'react';
import { useCountdown } from './countdownState.ts';
import { AutoLogoutDialog } from './AutoLogoutDialog.tsx';
import { isOpen } from './gate.ts';
import { SessionEndedDialog } from './SessionEndedDialog.tsx';
import { useGate } from './gateStore.ts';

/** Dialogs over the portal: the session is about to end, or has ended. */
export function SessionDialogs(): ReactNode {
  const gate = useGate();
  const seconds = useCountdown();
  if (!isOpen(gate)) return <SessionEndedDialog gate={gate} />;
  return seconds === undefined ? null : <AutoLogoutDialog seconds={seconds} />;
}
