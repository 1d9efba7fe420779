import { listCharts } from '@careloop/contracts/charts';
import { completeReferral } from '@careloop/contracts/referrals/closing';
import { longestComment, processTexts } from '@careloop/contracts/referrals/processing';
import type { Referral } from '@careloop/contracts/referrals';
import { Group, MultiSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext, FormProvider } from 'react-hook-form';
import { z } from 'zod';
import { queryOf } from '../../../api/query.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { documentDate } from '../../charts/shared/documentWords.ts';
import { UploadChartButton } from '../../charts/shared/UploadChartButton.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { referringSide } from '../shared/referringSide.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { StaleCallout } from './StaleCallout.tsx';
import { useVisitCall, useVisitChange } from './useVisitChange.ts';

const closingForm = z
  .object({
    comment: z.string().trim().max(longestComment, processTexts.commentTooLong),
    patientDocumentIds: z.array(z.number()).max(20, 'Choose at most 20 documents'),
  })
  .refine(({ comment, patientDocumentIds }) => comment !== '' || patientDocumentIds.length > 0, {
    path: ['comment'],
    message: processTexts.closingRequired,
  });
type ClosingValues = z.infer<typeof closingForm>;

/** Documents of the chart to return, just uploaded or selected, except those that came with the referral. */
function ConsultNotes({ referral }: { referral: Referral }): ReactNode {
  const form = useFormContext<ClosingValues>();
  const { patientId } = referral.patient;
  const charts = useQuery(queryOf(listCharts, { patientId }));
  const cameAlong = new Set(referral.patientCharts.map((chart) => chart.patientDocumentId));
  const documents = (charts.data?.documents ?? []).filter((one) => !cameAlong.has(one.patientDocumentId));
  const add = (ids: number[]) =>
    form.setValue('patientDocumentIds', [...form.getValues('patientDocumentIds'), ...ids], {
      shouldDirty: true,
      shouldValidate: true,
    });
  if (charts.data === undefined && charts.error !== null) {
    return <QueryState query={charts} size="small" />;
  }
  return (
    <Stack gap="xs">
      <Field
        form={form}
        name="patientDocumentIds"
        label="Consult notes"
        description="They are sent as they are now; later changes are not included."
      >
        {(field) => (
          <MultiSelect
            {...field}
            placeholder={field.value.length === 0 ? 'Choose from the patient’s chart' : undefined}
            searchable
            limit={50}
            nothingFoundMessage={charts.isPending ? 'Loading...' : 'No options found'}
            data={documents.map((one) => ({
              value: one.patientDocumentId,
              label: `${one.documentName} · ${documentDate(one)}`,
            }))}
          />
        )}
      </Field>
      <Group justify="flex-end">
        <UploadChartButton patientId={patientId} onUploaded={add} />
      </Group>
    </Stack>
  );
}

export interface CompleteReferralProps {
  referral: Referral;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

/** Closes the loop: the outcome as a note, a comment or both. */
export function CompleteReferral({ referral, onClose, onProcessed }: CompleteReferralProps): ReactNode {
  const form = useSchemaForm(closingForm, { comment: '', patientDocumentIds: [] });
  const change = useVisitChange(referral, form);
  const send = useVisitCall(completeReferral, change);
  return (
    <FormDialog
      opened
      title="Close Referral"
      size="lg"
      form={form}
      onClose={onClose}
      isAcceptEnabled
      isAcceptDisabled={change.staleness !== null}
      acceptLabel="Close referral"
      cancelLabel="Back"
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={referringSide(referral)}
          recipientLabel="Referred by"
          consequence="The referral is closed, and the referring side sees your comment and consult notes."
        />
      }
      onSubmit={async (values) => {
        if (await send(values)) onProcessed('completed');
      }}
    >
      <FormProvider {...form}>
        <Stack gap="sm">
          {change.staleness !== null && <StaleCallout staleness={change.staleness} onReload={change.reload} />}
          <Field form={form} name="comment" label="Comment">
            {(field) => <TrimmedTextarea {...field} minRows={3} />}
          </Field>
          {referral.canAccessPatient && <ConsultNotes referral={referral} />}
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
