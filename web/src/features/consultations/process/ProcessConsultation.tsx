import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { consultationTexts, getConsultationInQueue, type ConsultationInQueue } from '@careloop/contracts/consultations';
import { Group, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { RequestPanel } from '../../../components/RequestPanel.tsx';
import { Section } from '../../../components/Section.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDateIn } from '../../../ui/dates.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { SentChartBrowser } from '../../charts/shared/SentChartBrowser.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { ConsultationStatusBadge } from '../shared/consultationWords.tsx';
import { ConsultationParties, ConsultationQuestion } from '../shared/detail/ConsultationFacts.tsx';
import { AnswerPanel } from './AnswerPanel.tsx';
import { answerCode, answerDefaults, answerForm, type AnswerValues } from './answerForm.ts';
import classes from '../../../components/ProcessDialog.module.css';
import { StaleCallout } from './StaleCallout.tsx';
import { consequenceOf, useAnswer } from './useAnswer.ts';

export interface ProcessConsultationProps {
  careCoordinatorRequestId: number;
  /** What was filled in below the request. */
  initial?: AnswerValues | undefined;
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

interface AnswerDialogProps extends ProcessConsultationProps {
  /** The current consultation; a newer version is reported, never applied silently. */
  consultation: ConsultationInQueue;
}

function AnswerDialog({ consultation, initial, onClose, onAnswered }: AnswerDialogProps): ReactNode {
  const form = useSchemaForm(answerForm, { ...answerDefaults(consultation), ...initial });
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

function Visit({ encounter }: Pick<ConsultationInQueue, 'encounter'>): ReactNode {
  if (encounter === null) return null;
  const { encounterType, encounterDate, timeZone, facilityName } = encounter;
  return (
    <Section title="Latest visit when it was sent">
      <Text>
        {[encounterTypeLabels[encounterType], formatDateIn(encounterDate, timeZone), facilityName]
          .filter(Boolean)
          .join(' · ')}
      </Text>
    </Section>
  );
}

/** Basis of the answer: the request and its documents. */
function InformationPanel({ consultation }: { consultation: ConsultationInQueue }): ReactNode {
  const { patientCharts: charts, careCoordinatorRequestId, status, encounter } = consultation;
  const [shownId, setShownId] = useState<number | null>(charts[0]?.sentChartId ?? null);
  return (
    <section aria-label="Consultation information" className={classes['information']}>
      <Tabs defaultValue="request" display="contents">
        <Tabs.List>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="documents">Documents ({charts.length})</Tabs.Tab>
        </Tabs.List>
        <RequestPanel>
          {/* An acknowledged request shows its answer below. */}
          <Group pt="sm" pb="xs" fz="sm">
            {status === 'pending' && <ConsultationStatusBadge status={status} />}
          </Group>
          <ConsultationQuestion consultation={consultation} />
          <ConsultationParties consultation={consultation} />
          <Visit encounter={encounter} />
        </RequestPanel>
        <Tabs.Panel
          value="documents"
          className={charts.length === 0 ? classes['panel'] : `${classes['panel']} ${classes['documents']}`}
        >
          {charts.length === 0 ? (
            <EmptyState title="No documents were attached." />
          ) : (
            <SentChartBrowser
              charts={charts}
              shownId={shownId}
              onShow={setShownId}
              label="Attached documents"
              careCoordinatorRequestId={careCoordinatorRequestId}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}
