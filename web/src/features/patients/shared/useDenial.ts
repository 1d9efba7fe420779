import { useEffect, useEffectEvent, useState } from 'react';
import { onApiEvent } from '../../../api/events.ts';

/**
 * Why a call about this patient was denied while the page was open, one of `AccessDenied`: access ended, or an invitation
 * is pending. Every call counts, so every section of the page redirects the same way.
 */
export function useDenial(patientId: number): number | undefined {
  const [denial, setDenial] = useState<{ patientId: number; reason: number }>();
  const note = useEffectEvent((met: { patientId: number; reason: number }) => {
    if (met.patientId === patientId) setDenial(met);
  });
  useEffect(() => onApiEvent('patientDenied', (met) => note(met)), []);
  return denial?.patientId === patientId ? denial.reason : undefined;
}
