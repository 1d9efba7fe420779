import { referralEventVerbs } from '@careloop/contracts/referrals/story';
import type { ReactNode } from 'react';
import { StaleCallout as Callout, type StaleCalloutProps } from '../../../components/StaleCallout.tsx';

const isKnown = (what: string): what is keyof typeof referralEventVerbs => what in referralEventVerbs;
const verbOf = (what: string | null) => (what !== null && isKnown(what) ? referralEventVerbs[what] : 'changed it');

/** Says what was done with the referral in the meantime. */
export function StaleCallout(props: StaleCalloutProps): ReactNode {
  const verb = verbOf(props.staleness.what);
  return <Callout {...props} noun="referral" sentence={(who, when) => `${who} ${verb}${when}`} />;
}
