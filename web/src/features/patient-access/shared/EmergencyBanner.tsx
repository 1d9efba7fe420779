import { canAccessPatient } from '@careloop/contracts/patients';
import { IconAmbulance } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { invalidate } from '../../../api/query.ts';
import { untilServerTime } from '../../../session/token.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { useOver } from './useOver.ts';

/** Shows the time left on a patient's page that is open only by emergency access. The page closes when it ends. */
export function EmergencyBanner({ until }: { until: string }): ReactNode {
  const client = useQueryClient();
  const left = useSecondsLeft(until);
  useOver(until, () => void invalidate(client, canAccessPatient));
  return (
    <Callout tone="warning" icon={<IconAmbulance size={18} aria-hidden />}>
      <strong>Emergency access</strong> · <span>{leftText(left)}</span>. The care team was notified, and what you open
      is reviewed.
    </Callout>
  );
}

/** "42 minutes left" */
function leftText(seconds: number): string {
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.floor(seconds / 60);
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}

function useSecondsLeft(until: string): number {
  const secondsLeft = () => Math.max(0, Math.ceil(untilServerTime(Date.parse(until)) / 1000));
  const [left, setLeft] = useState(secondsLeft);
  const count = useEffectEvent(() => setLeft(secondsLeft()));
  useEffect(() => {
    const timer = setInterval(() => count(), 1000);
    return () => clearInterval(timer);
  }, []);
  return left;
}
