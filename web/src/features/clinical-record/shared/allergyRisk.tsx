import type { Allergy } from '@careloop/contracts/clinical-record';
import { criticalityLabels, severityLabels } from '@careloop/contracts/codes/clinicalRecord';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

/** "Hives (moderate), Wheezing". */
export function reactionsInWords({ reactions }: Pick<Allergy, 'reactions'>): string {
  return reactions
    .map(({ manifestation, severity }) => {
      if (manifestation === null) return severity;
      return severity === null ? manifestation : `${manifestation} (${severity})`;
    })
    .filter(Boolean)
    .join(', ');
}

type Risk = Pick<Allergy, 'criticality' | 'severity'>;

/** The risk in one badge: high risk and severe reactions stand out. */
export function RiskBadge({ risk: { criticality, severity } }: { risk: Risk }): ReactNode {
  if (criticality === 'high') return <StatusBadge tone="danger" label={criticalityLabels.high} />;
  if (severity === 'severe') return <StatusBadge tone="danger" label={severityLabels.severe} />;
  if (severity !== null)
    return <StatusBadge tone={severity === 'moderate' ? 'warning' : 'neutral'} label={severityLabels[severity]} />;
  return criticality === null ? null : <StatusBadge tone="neutral" label={criticalityLabels[criticality]} />;
}
