import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { readReferralAnswer } from '@careloop/contracts/referrals/unread';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { accessDeniedReason } from '../../../../api/errors.ts';
import { queryOf, useCall } from '../../../../api/query.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import {
  ChangeUrgency,
  EditReferral,
  CompleteReferral,
  ProcessReferral,
  ReferralWizard,
  RescheduleReferral,
  SelectProvider,
  VisitOutcome,
} from '../lazyDialogs.ts';
import { outcomeTexts, type ReferralOutcome } from '../referralOutcome.ts';
import { ReferralBody } from './ReferralBody.tsx';
import type { ReferralDialog } from './referralSteps.ts';

export interface ReferralDetailProps {
  /** The referral, by its own id or by its item in a work queue. */
  of: { referralId: number } | { workQueueEncounterId: number };
  /** Shown only because it is the first of a list: an answer stays unread until the user selects it. */
  isGlance?: boolean;
  /** Above the facts: for instance what just happened and what is next. */
  notice?: ReactNode;
  /** Additional actions next to the referral's own. */
  moreActions?: ReactNode;
  /** Hides the banner where the page already shows the patient. */
  hidesPatient?: boolean;
  /** Called before an action starts: a list then keeps its selection. */
  onProcessing?: (referral: Referral) => void;
  /** Called after an action, to show the outcome in place; without it, a toast does. */
  onProcessed?: (referral: Referral, outcome: ReferralOutcome) => void;
}

/** Everything about one referral, with the user's actions. Used by lists, queues and the patient's page. */
export function ReferralDetail(props: ReferralDetailProps): ReactNode {
  const { of, onProcessing, onProcessed } = props;
  const query = useQuery(queryOf(getReferral, of));
  const [opened, setOpened] = useState<{ referralId: number; dialog: ReferralDialog } | null>(null);
  useReadAnswer(props.isGlance === true ? undefined : query.data);
  if (accessDeniedReason(query.error) !== undefined) {
    return (
      <EmptyState
        icon={<IconLock size={24} />}
        title="We're sorry, this referral doesn't exist, or you do not have access."
      />
    );
  }
  if (query.data === undefined) return <QueryState query={query} />;
  const referral = query.data;
  const { referralId } = referral;
  return (
    <>
      <ReferralBody
        key={referralId}
        referral={referral}
        notice={props.notice}
        moreActions={props.moreActions}
        hidesPatient={props.hidesPatient}
        onOpen={(dialog) => {
          onProcessing?.(referral);
          setOpened({ referralId, dialog });
        }}
      />
      {opened?.referralId === referralId && (
        <ReferralDialogs
          referral={referral}
          dialog={opened.dialog}
          onClose={() => setOpened(null)}
          onProcessed={(outcome) => {
            setOpened(null);
            if (onProcessed !== undefined) onProcessed(referral, outcome);
            // The wizard has already shown that it was sent.
            else if (outcome !== 'referredAgain') toast.success(outcomeTexts[outcome]);
          }}
        />
      )}
    </>
  );
}

/** Marks the answer read for the sender once its history is shown. */
function useReadAnswer(referral: Referral | undefined) {
  // Lists are updated by its event, like those of other windows.
  const read = useCall(readReferralAnswer, { onError: 'none' });
  const { referralId, isUnread = false, timeline = [] } = referral ?? {};
  const referralEventId = timeline.at(-1)?.referralEventId;
  const mark = useEffectEvent(read.mutate);
  useEffect(() => {
    if (isUnread && referralId !== undefined && referralEventId !== undefined) mark({ referralId, referralEventId });
  }, [referralId, isUnread, referralEventId]);
}

interface ReferralDialogsProps {
  referral: Referral;
  dialog: ReferralDialog;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

/** The dialog that was opened for a referral. */
function ReferralDialogs({ dialog, ...props }: ReferralDialogsProps): ReactNode {
  return <Suspense fallback={null}>{opened(dialog, props)}</Suspense>;
}

function opened(dialog: ReferralDialog, props: Omit<ReferralDialogsProps, 'dialog'>): ReactNode {
  switch (dialog) {
    case 'selectProvider':
      return <SelectProvider {...props} />;
    case 'answer':
    case 'log':
    case 'decline':
      return <ProcessReferral {...props} intent={dialog} />;
    case 'referAgain':
      return (
        <ReferralWizard
          patientId={props.referral.patient.patientId}
          previous={props.referral}
          onClose={props.onClose}
          onSent={() => props.onProcessed('referredAgain')}
        />
      );
    // Editing does not process the referral: it stays where it is, and a toast says what was saved.
    case 'edit':
      return <EditReferral referral={props.referral} onClose={props.onClose} />;
    case 'urgency':
      return <ChangeUrgency referral={props.referral} onClose={props.onClose} />;
    case 'completed':
      return <CompleteReferral {...props} />;
    case 'reschedule':
      return <RescheduleReferral {...props} />;
    default:
      return <VisitOutcome {...props} kind={dialog} />;
  }
}
