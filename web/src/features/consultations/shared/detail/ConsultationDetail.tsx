import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { getConsultation, readConsultationAnswer, type Consultation } from '@careloop/contracts/consultations';
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
import { ReferralWizard } from '../../../referrals/shared/lazyDialogs.ts';
import { consultationStatusLabel } from '../consultationWords.tsx';
import { AnswerLine, ProcessConsultation } from '../lazyDialogs.ts';
import { ConsultationBody, type ConsultationDialog } from './ConsultationBody.tsx';

export interface ConsultationDetailProps {
  /** The consultation, by its own id or by its item in a work queue. */
  of: { careCoordinatorRequestId: number } | { workQueueEncounterId: number };
  /** Above the facts. */
  notice?: ReactNode;
  /** Additional actions after the consultation's own. */
  moreActions?: readonly RowAction[];
  /** Shown only because it is the first of a list: an answer stays unread until the user selects it. */
  isGlance?: boolean;
  /** Hides the banner where the page already shows the patient. */
  hidesPatient?: boolean;
  /** Called before it is answered: a list then keeps its selection. */
  onProcessing?: () => void;
  /** Called once it is answered, to show the outcome in place; without it, a toast does. */
  onAnswered?: (status: ConsultationStatus) => void;
}

interface Opened {
  id: number;
  dialog: ConsultationDialog;
  /** What was filled in below the actions. */
  initial?: ComponentProps<typeof ProcessConsultation>['initial'];
}

/** Gives the focus back to where the form was opened. */
const focusActions = (id: number) =>
  document.querySelector<HTMLElement>(`[data-consultation="${id}"] [data-actions] button`)?.focus();

/** Everything about one consultation, with the user's actions. Used by lists, queues and the patient's page. */
export function ConsultationDetail(props: ConsultationDetailProps): ReactNode {
  const { of, onProcessing, onAnswered } = props;
  const query = useQuery(queryOf(getConsultation, of));
  const [opened, setOpened] = useState<Opened | null>(null);
  const { data: consultation } = query;
  useReadAnswer(props.isGlance === true ? undefined : consultation);
  if (accessDeniedReason(query.error) !== undefined) {
    return (
      <EmptyState
        icon={<IconLock size={24} />}
        title="We're sorry, this consultation doesn't exist, or you do not have access."
      />
    );
  }
  if (consultation === undefined) return <QueryState query={query} />;
  const { careCoordinatorRequestId: id, patient } = consultation;
  const dialog = opened?.id === id ? opened.dialog : null;
  const close = () => setOpened(null);
  const answered = (status: ConsultationStatus) => {
    close();
    if (onAnswered === undefined) toast.success(`Consultation: ${consultationStatusLabel(status)}`);
    else onAnswered(status);
  };
  const open = async (next: Opened['dialog']) => {
    if (dialog === next) return;
    if (next !== 'refer') onProcessing?.();
    // It takes the place of the form that is open.
    if (dialog === null || (await mayLeave())) setOpened({ id, dialog: next });
  };
  return (
    <>
      <ConsultationBody
        key={id}
        consultation={consultation}
        notice={props.notice}
        moreActions={props.moreActions}
        hidesPatient={props.hidesPatient}
        onOpen={(next) => void open(next)}
        line={
          dialog === 'answerHere' && (
            <Suspense fallback={null}>
              <AnswerLine
                careCoordinatorRequestId={id}
                onClose={() => {
                  close();
                  focusActions(id);
                }}
                onAnswered={answered}
                onMore={(initial) => setOpened({ id, dialog: 'answer', initial })}
              />
            </Suspense>
          )
        }
      />
      <Suspense fallback={null}>
        {dialog === 'answer' && (
          <ProcessConsultation
            careCoordinatorRequestId={id}
            initial={opened?.initial}
            onClose={close}
            onAnswered={answered}
          />
        )}
        {dialog === 'refer' && (
          <ReferralWizard
            patientId={patient.patientId}
            consultation={consultation}
            onClose={close}
            onSent={() => {
              close();
              void query.refetch();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Marks the answer read for the sender once it is shown. */
function useReadAnswer(
  consultation: Pick<Consultation, 'careCoordinatorRequestId' | 'isUnread' | 'version'> | undefined,
) {
  const read = useCall(readConsultationAnswer, { onError: 'none' });
  const { careCoordinatorRequestId, isUnread = false, version } = consultation ?? {};
  const mark = useEffectEvent(read.mutate);
  useEffect(() => {
    if (isUnread && careCoordinatorRequestId !== undefined && version !== undefined) {
      mark({ careCoordinatorRequestId, version });
    }
  }, [careCoordinatorRequestId, isUnread, version]);
}
