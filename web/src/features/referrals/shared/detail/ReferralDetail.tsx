import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { acceptReferral } from '@careloop/contracts/referrals/processing';
import { readReferralAnswer } from '@careloop/contracts/referrals/unread';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, useState, type ComponentProps, type ReactNode } from 'react';
import { accessDeniedReason } from '../../../../api/errors.ts';
import { queryOf, useCall } from '../../../../api/query.ts';
import type { RowAction } from '../../../../components/ActionRow.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { mayLeave } from '../../../../ui/dirtyGuard.ts';
import { toast } from '../../../../ui/toasts.tsx';
import {
  ChangeUrgency,
  EditReferral,
  CompleteReferral,
  DecisionLine,
  ProcessReferral,
  ReferralWizard,
  RescheduleReferral,
  SelectProvider,
  VisitOutcome,
} from '../lazyDialogs.ts';
import { outcomeTexts, type ReferralOutcome } from '../referralOutcome.ts';
import { ReferralBody } from './ReferralBody.tsx';
import { decisionLines, type DecisionLineKind, type ReferralDialog, type ReferralStart } from './referralSteps.ts';

export interface ReferralDetailProps {
  /** The referral, by its own id or by its item in a work queue. */
  of: { referralId: number } | { workQueueEncounterId: number };
  /** Shown only because it is the first of a list: an answer stays unread until the user selects it. */
  isGlance?: boolean;
  /** Above the facts: for instance what just happened and what is next. */
  notice?: ReactNode;
  /** Additional actions after the referral's own. */
  moreActions?: readonly RowAction[];
  /** Hides the banner where the page already shows the patient. */
  hidesPatient?: boolean;
  /** Called before an action starts: a list then keeps its selection. */
  onProcessing?: (referral: Referral) => void;
  /** Called after an action, to show the outcome in place; without it, a toast does. */
  onProcessed?: (referral: Referral, outcome: ReferralOutcome) => void;
}

/** Everything about one referral, with the user's actions. Used by lists, queues and the patient's page. */
export function ReferralDetail(props: ReferralDetailProps): ReactNode {
  const { of } = props;
  const query = useQuery(queryOf(getReferral, of));
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
  return <Shown key={query.data.referralId} {...props} referral={query.data} />;
}

interface Opened {
  start: ReferralDialog | DecisionLineKind;
  /** What was filled in below the actions. */
  initial?: ComponentProps<typeof ProcessReferral>['initial'];
}

const isLine = (start: ReferralStart): start is DecisionLineKind => decisionLines.some((kind) => kind === start);
const lineKinds = { acceptHere: 'accept', logHere: 'log', declineHere: 'decline' } as const;
const dialogs = { acceptHere: 'answer', logHere: 'log', declineHere: 'decline' } as const;

/** Gives the focus back to where the form was opened. */
const focusActions = (referralId: number) =>
  document.querySelector<HTMLElement>(`[data-referral="${referralId}"] [data-actions] button`)?.focus();

function Shown({ referral, ...props }: ReferralDetailProps & { referral: Referral }): ReactNode {
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const end = (outcome: ReferralOutcome) => {
    close();
    if (props.onProcessed !== undefined) props.onProcessed(referral, outcome);
    // The wizard has already shown that it was sent.
    else if (outcome !== 'referredAgain') toast.success(outcomeTexts[outcome]);
  };
  const acceptLater = useCall(acceptReferral, { onSuccess: () => end('accepted') });
  const { referralId, version } = referral;
  const start = async (next: ReferralStart) => {
    if (opened?.start === next) return;
    if (opened === null) props.onProcessing?.(referral);
    // It takes the place of the form that is open.
    else if (await mayLeave()) close();
    else return;
    if (next === 'acceptLater') acceptLater.mutate({ referralId, version });
    else setOpened({ start: next });
  };
  const line = opened !== null && isLine(opened.start) ? opened.start : null;
  return (
    <>
      <ReferralBody
        referral={referral}
        notice={props.notice}
        moreActions={props.moreActions}
        hidesPatient={props.hidesPatient}
        isStarting={acceptLater.isPending}
        onStart={(next) => void start(next)}
        line={
          line !== null && (
            <Suspense fallback={null}>
              <DecisionLine
                key={line}
                referral={referral}
                kind={lineKinds[line]}
                onClose={() => {
                  close();
                  focusActions(referralId);
                }}
                onProcessed={end}
                onMore={(initial) => setOpened({ start: dialogs[line], initial })}
              />
            </Suspense>
          )
        }
      />
      {opened !== null && !isLine(opened.start) && (
        <ReferralDialogs
          referral={referral}
          dialog={opened.start}
          initial={opened.initial}
          onClose={close}
          onProcessed={end}
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
  initial: Opened['initial'];
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

/** The dialog that was opened for a referral. */
function ReferralDialogs({ dialog, ...props }: ReferralDialogsProps): ReactNode {
  return <Suspense fallback={null}>{opened(dialog, props)}</Suspense>;
}

function opened(dialog: ReferralDialog, { initial, ...props }: Omit<ReferralDialogsProps, 'dialog'>): ReactNode {
  switch (dialog) {
    case 'selectProvider':
      return <SelectProvider {...props} />;
    case 'answer':
    case 'log':
    case 'decline':
      return <ProcessReferral {...props} intent={dialog} initial={initial} />;
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
