import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { getConsultationInQueue, type ConsultationInQueue } from '@careloop/contracts/consultations';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { InPlaceForm } from '../../../components/InPlaceForm.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { answerDialogLabel } from '../shared/consultationWords.tsx';
import { AnswerPanel } from './AnswerPanel.tsx';
import { answerCode, answerDefaults, answerForm, type AnswerValues } from './answerForm.ts';
import { StaleCallout } from './StaleCallout.tsx';
import { consequenceOf, useAnswer } from './useAnswer.ts';

export interface AnswerLineProps {
  careCoordinatorRequestId: number;
  onClose: () => void;
  onAnswered: (status: ConsultationStatus) => void;
  /** Continues in the dialog, with what was filled in. */
  onMore: (values: AnswerValues) => void;
}

/** Answers a consultation where it is read. The dialog has the documents beside the answer. */
export function AnswerLine(props: AnswerLineProps): ReactNode {
  const query = useQuery(queryOf(getConsultationInQueue, { careCoordinatorRequestId: props.careCoordinatorRequestId }));
  return (
    <QueryState query={query} size="small" loading={<ListSkeleton count={1} />}>
      {(consultation) => <Line {...props} consultation={consultation} />}
    </QueryState>
  );
}

function Line({
  consultation,
  onClose,
  onAnswered,
  onMore,
}: AnswerLineProps & { consultation: ConsultationInQueue }): ReactNode {
  const form = useSchemaForm(answerForm, answerDefaults(consultation));
  const { submit, staleness, reload } = useAnswer(consultation, form);
  const status = form.watch('status');
  const isStale = staleness !== null && !form.formState.isSubmitting;
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const radios = [...(panel.current?.querySelectorAll<HTMLElement>('[role=radio]:not(:disabled)') ?? [])];
    (radios.find((radio) => radio.ariaChecked === 'true') ?? radios[0])?.focus();
  }, []);
  return (
    <InPlaceForm
      label="Answer this request"
      form={form}
      submitLabel="Submit"
      isDanger={status === answerCode('decline')}
      consequence={consequenceOf(status)}
      stale={isStale && <StaleCallout staleness={staleness} onReload={() => void reload()} />}
      onClose={onClose}
      question={consultation.requestNotes}
      moreLabel={answerDialogLabel(consultation)}
      onMore={onMore}
      onSubmit={async (values) => {
        const answered = await submit(values);
        if (answered !== null) onAnswered(answered);
      }}
    >
      <div ref={panel}>
        <AnswerPanel consultation={consultation} />
      </div>
    </InPlaceForm>
  );
}
