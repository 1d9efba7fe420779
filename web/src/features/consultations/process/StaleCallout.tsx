import type { ReactNode } from 'react';
import { StaleCallout as Callout, type StaleCalloutProps } from '../../../components/StaleCallout.tsx';
import { consultationStatusLabel } from '../shared/consultationWords.tsx';

/** Says what was done with the consultation in the meantime. */
export function StaleCallout(props: StaleCalloutProps): ReactNode {
  const { what } = props.staleness;
  const status = what === null ? '' : ` (${consultationStatusLabel(what)})`;
  return <Callout {...props} noun="consultation" sentence={(who, when) => `${who} changed it${when}${status}`} />;
}
