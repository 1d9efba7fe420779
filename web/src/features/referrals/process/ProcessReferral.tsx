import type { Referral } from '@careloop/contracts/referrals';
import { processTexts } from '@careloop/contracts/referrals/processing';
import { Button, CloseButton, Group, Stack, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { RequestPanel } from '../../../components/RequestPanel.tsx';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { SentChartBrowser } from '../../charts/shared/SentChartBrowser.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { ReferralComments } from '../shared/detail/ReferralComments.tsx';
import { ReferralDetails, ReferralParties, ReferralQuestion } from '../shared/detail/ReferralFacts.tsx';
import { DueClock, ReferralStatusBadge, UrgencyBadge } from '../shared/ReferralBadges.tsx';
import { referringSide } from '../shared/referringSide.ts';
import { answerConsequence } from './answerConsequence.ts';
import { DecisionPanel } from './DecisionPanel.tsx';
import classes from '../../../components/ProcessDialog.module.css';
import {
  isNoteTooLong,
  isNothingNew,
  processDefaults,
  processForm,
  type ProcessIntent,
  type ProcessValues,
} from './processForm.ts';
import { StaleCallout } from './StaleCallout.tsx';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { useProcessing } from './useProcessing.ts';

export interface ProcessReferralProps {
  /** The current referral; a newer version is reported, never applied silently. */
  referral: Referral;
  intent?: ProcessIntent;
  /** What was filled in elsewhere. */
  initial?: Partial<ProcessValues> | undefined;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

function submitLabel({ status }: Referral, isAccepting: boolean | null): string {
  if (isAccepting === null) return 'Submit';
  // Already accepted: only its appointment is missing.
  if (status === 'accepted' && isAccepting) return 'Log appointment';
  return isAccepting ? 'Accept referral' : 'Decline referral';
}

/** The receiver's answer: request on the left, decision and notes on the right. */
export function ProcessReferral({ referral, intent, initial, onClose, onProcessed }: ProcessReferralProps): ReactNode {
  const form = useSchemaForm(processForm, { ...processDefaults(referral, intent), ...initial });
  const { submit, staleness, reload } = useProcessing(referral, intent, form);
  const { user } = useSession();
  const isAccepting = form.watch('isAccepting');
  const { accept, decline } = referral.can;
  const isOver = accept !== true && decline !== true;
  return (
    <FormDialog
      opened
      title={intent === 'log' ? 'Log Appointment' : 'Accept or Decline Referral Request'}
      size={1080}
      form={form}
      onClose={onClose}
      isAcceptEnabled
      isAcceptDisabled={staleness !== null || isOver}
      acceptLabel={submitLabel(referral, isAccepting)}
      acceptTone={isAccepting === false ? 'danger' : 'neutral'}
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={referringSide(referral)}
          recipientLabel="Answer to"
          isPatientSticky
          consequence={answerConsequence(referral, isAccepting, user.userId === referral.referredToUserId)}
        />
      }
      onSubmit={async (values) => {
        if (isNothingNew(referral, values)) return onClose();
        const outcome = await submit(values);
        if (outcome === null) return;
        onProcessed(outcome);
      }}
    >
      <FormProvider {...form}>
        <div className={classes.panels}>
          <InformationPanel referral={referral} />
          <div className={classes.answer}>
            {staleness !== null && <StaleCallout staleness={staleness} onReload={reload} />}
            {referral.isAnsweredByCoordinators && (
              <Callout title={`${referral.referredToName} cannot answer this referral in the portal`}>
                Ask the office by phone, and enter {referral.status === 'accepted' ? 'the appointment' : 'its answer'}{' '}
                here. The history shows that you recorded it.
              </Callout>
            )}
            {staleness === null && isOver && (
              <Callout tone="danger" title="This referral can no longer be accepted or declined">
                {accept}
              </Callout>
            )}
            <DecisionPanel referral={referral} />
            {isAccepting !== null && <NotesPanel />}
          </div>
        </div>
      </FormProvider>
    </FormDialog>
  );
}

/** Basis of the decision: the request and its documents. */
function InformationPanel({ referral }: { referral: Referral }): ReactNode {
  const { patientCharts: charts } = referral;
  const [shownId, setShownId] = useState<number | null>(charts[0]?.sentChartId ?? null);
  return (
    <section aria-label="Referral information" className={classes.information}>
      <Tabs defaultValue="request" display="contents">
        <Tabs.List>
          <Tabs.Tab value="request">Request</Tabs.Tab>
          <Tabs.Tab value="documents">Documents ({charts.length})</Tabs.Tab>
        </Tabs.List>
        <RequestPanel>
          <Group gap="sm" pt="sm" fz="sm">
            <ReferralStatusBadge status={referral.status} />
            <UrgencyBadge urgencyDays={referral.urgencyDays} />
            <DueClock status={referral.status} dueAt={referral.dueAt} />
          </Group>
          <ReferralQuestion referral={referral} />
          <ReferralParties referral={referral} />
          <ReferralDetails referral={referral} />
          {referral.comments.length > 0 && <ReferralComments referral={referral} isReadOnly />}
        </RequestPanel>
        <Tabs.Panel
          value="documents"
          className={charts.length === 0 ? classes.panel : `${classes.panel} ${classes.documents}`}
        >
          {charts.length === 0 ? (
            <EmptyState title="No documents were attached." text={<Text inherit>Ask for them with a note.</Text>} />
          ) : (
            <SentChartBrowser
              charts={charts}
              shownId={shownId}
              onShow={setShownId}
              label="Attached documents"
              referralId={referral.referralId}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  );
}

/** Notes for the referring side. They are sent with the answer. */
function NotesPanel(): ReactNode {
  const form = useFormContext<ProcessValues>();
  const comments = form.watch('comments');
  const setComments = (next: string[]) => form.setValue('comments', next, { shouldDirty: true });
  const add = () => {
    const text = form.getValues('newComment').trim();
    const refusal =
      text === '' ? processTexts.commentRequired : isNoteTooLong(text) ? processTexts.commentTooLong : null;
    if (refusal !== null) {
      form.setError('newComment', { message: refusal }, { shouldFocus: true });
      return;
    }
    setComments([...comments, text]);
    form.setValue('newComment', '');
    form.clearErrors('newComment');
  };
  return (
    <section aria-label="Notes and comments">
      <Stack gap="xs">
        <Text component="h3" fw={600} fz="sm">
          Notes/Comments
        </Text>
        {comments.map((comment, index) => (
          // An unsaved note has no id, so its position is part of the key.
          <Group key={`${index} ${comment}`} wrap="nowrap" align="flex-start" justify="space-between">
            <Text className={classes.note}>{comment}</Text>
            <CloseButton
              aria-label="Remove note"
              onClick={() => setComments(comments.filter((_, position) => position !== index))}
            />
          </Group>
        ))}
        <Field form={form} name="newComment" label="Add a note">
          {(field) => <TrimmedTextarea {...field} minRows={2} />}
        </Field>
        <Group justify="flex-end">
          <Button variant="default" onClick={add}>
            Add note
          </Button>
        </Group>
      </Stack>
    </section>
  );
}
