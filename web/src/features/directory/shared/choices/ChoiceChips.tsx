import type { ProviderChoice } from '@careloop/contracts/directory/choices';
import { Tooltip } from '@mantine/core';
import {
  IconBan,
  IconCheck,
  IconHelp,
  IconHistory,
  IconMinus,
  IconPhoneCall,
  IconPlugConnectedX,
  IconShieldCheck,
  IconShieldX,
  IconStar,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../../ui/tones.ts';
import { declinedText, networkLabel, networkReason, outsidePortal } from './choiceWords.ts';
import { OutsideBadge } from './OutsideBadge.tsx';
import classes from './ChoiceList.module.css';

const networkLooks = {
  in: { tone: 'success', icon: IconShieldCheck },
  out: { tone: 'warning', icon: IconShieldX },
  unknown: { tone: 'inactive', icon: IconHelp },
} as const satisfies Record<ProviderChoice['network'], object>;

interface ChoiceChipsProps {
  choice: ProviderChoice;
  /** The patient's active plans. */
  plans: readonly string[];
}

/** What speaks for or against a provider, each as text with an icon. What is not known is left out, except the network. */
export function ChoiceChips({ choice, plans }: ChoiceChipsProps): ReactNode {
  const { userId, network, isPreferred, acceptsNewPatients, isOnCall, outsideClientName, hasSeenPatient, declined } =
    choice;
  const { tone, icon: NetworkIcon } = networkLooks[network];
  const chip = (label: string, of: Tone, icon: ReactNode) => <StatusBadge tone={of} label={label} icon={icon} />;
  return (
    <span className={classes['chips']}>
      <Tooltip label={networkReason(choice, plans)} multiline maw={320}>
        <span>{chip(networkLabel(choice), tone, <NetworkIcon size={14} aria-hidden />)}</span>
      </Tooltip>
      {declined !== null && chip(declinedText(declined), 'warning', <IconBan size={14} aria-hidden />)}
      {isPreferred && chip('Preferred', 'success', <IconStar size={14} aria-hidden />)}
      {acceptsNewPatients === true && chip('Accepting', 'success', <IconCheck size={14} aria-hidden />)}
      {acceptsNewPatients === false && chip('Not accepting', 'inactive', <IconMinus size={14} aria-hidden />)}
      {isOnCall && chip('On call', 'info', <IconPhoneCall size={14} aria-hidden />)}
      {hasSeenPatient && chip('Has seen this patient', 'neutral', <IconHistory size={14} aria-hidden />)}
      {userId === null && chip(outsidePortal, 'inactive', <IconPlugConnectedX size={14} aria-hidden />)}
      {outsideClientName !== null && <OutsideBadge client={outsideClientName} />}
    </span>
  );
}
