import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { consultationTexts, getConsultationInQueue, type ConsultationInQueue } from '@careloop/contracts/consultations';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { AnswerPanel } from './AnswerPanel.tsx';
import { answerCode, answerDefaults, answerForm } from './answerForm.ts';
import { InformationPanel } from './InformationPanel.tsx';
import classes from '../../../components/ProcessDialog.module.css';
import { StaleCallout } from './StaleCallout.tsx';
import { useAnswer } from './useAnswer.ts';

export interface ProcessConsultationProps {
  careCoordinatorRequestId: number;
  onClose: () => void;
  onAnswered: (status: ConsultationStatus) => void;
}

/** The receiver's answer: request on the left, answer and notes on the right. */
export function ProcessConsultation(props: ProcessConsultationProps): ReactNode {
  const { careCoordinatorRequestId, onClose } = props;
  const query = useQuery(queryOf(getConsultationInQueue, { careCoordinatorRequestId }));
  if (query.data !== undefined) return <AnswerDialog {...props} consultation={query.data} />;
  return (
    <Dialog opened onClose={onClose} title={consultationTexts.processTitle} size={1080}>
      <QueryState query={query} />
    </Dialog>
  );
}

function consequenceOf(status: number | null): string | undefined {
  switch (status) {
    case null:
      return undefined;
    case answerCode('acknowledge'):
      return 'They see that you have read it. It stays in your queue until you answer.';
    case answerCode('decline'):
      return 'They are notified right away, with your notes. You keep what was sent to you, but see nothing added later.';
    default:
      return 'They are notified right away. This answer is final.';
  }
}

interface AnswerDialogProps extends ProcessConsultationProps {
  /** The current consultation; a newer version is reported, never applied silently. */
  consultation: ConsultationInQueue;
}

function AnswerDialog({ consultation, onClose, onAnswered }: AnswerDialogProps): ReactNode {
  const form = useSchemaForm(answerForm, answerDefaults(consultation));
  const { submit, staleness, reload } = useAnswer(consultation, form);
  const status = form.watch('status');
  const isDeclining = status === answerCode('decline');
  const { can } = consultation;
  const isOver = can.accept !== true && can.decline !== true;
  return (
    <FormDialog
      opened
      title={consultationTexts.processTitle}
      size={1080}
      form={form}
      onClose={onClose}
      isAcceptEnabled
      isAcceptDisabled={staleness !== null || isOver}
      acceptLabel="Submit"
      acceptTone={isDeclining ? 'danger' : 'neutral'}
      header={
        <DialogSubject
          patient={consultation.patient}
          recipient={consultation.requestedByName}
          recipientLabel="Answer to"
          isPatientSticky
          consequence={consequenceOf(status)}
        />
      }
      onSubmit={async (values) => {
        const answered = await submit(values);
        if (answered !== null) onAnswered(answered);
      }}
    >
      <FormProvider {...form}>
        <div className={classes['panels']}>
          <InformationPanel consultation={consultation} />
          <div className={classes['answer']}>
            {staleness !== null && <StaleCallout staleness={staleness} onReload={() => void reload()} />}
            {staleness === null && isOver && (
              <Callout tone="danger" title="This consultation can no longer be answered">
                {can.accept}
              </Callout>
            )}
            <AnswerPanel consultation={consultation} />
          </div>
        </div>
      </FormProvider>
    </FormDialog>
  );
}
