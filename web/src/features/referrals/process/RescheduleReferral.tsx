import { rescheduleReferral } from '@careloop/contracts/referrals/appointments';
import type { Referral } from '@careloop/contracts/referrals';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { formatDateTimeIn } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { referringSide } from '../shared/referringSide.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { ProviderField, VisitFields } from './AppointmentFields.tsx';
import { processForm, rescheduleDefaults, rescheduleOf } from './processForm.ts';
import { StaleCallout } from './StaleCallout.tsx';
import { useAcceptingProviders } from './useAcceptingProviders.ts';
import { useVisitCall, useVisitChange } from './useVisitChange.ts';

export interface RescheduleReferralProps {
  referral: Referral;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

/** Moves the appointment of a scheduled referral. */
export function RescheduleReferral({ referral, onClose, onProcessed }: RescheduleReferralProps): ReactNode {
  const form = useSchemaForm(processForm, rescheduleDefaults(referral));
  const change = useVisitChange(referral, form);
  const send = useVisitCall(rescheduleReferral, change);
  const providers = useAcceptingProviders(referral);
  return (
    <FormDialog
      opened
      title="Reschedule Appointment"
      size="lg"
      form={form}
      onClose={onClose}
      isAcceptEnabled
      isAcceptDisabled={change.staleness !== null}
      acceptLabel="Reschedule"
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={referringSide(referral)}
          recipientLabel="Referred by"
          consequence={
            referral.appointment !== null &&
            `Moves the appointment of ${formatDateTimeIn(referral.appointment.appointmentTime, referral.appointment.timeZone)}. The referring side sees the new time.`
          }
        />
      }
      onSubmit={async (values) => {
        if (await send(rescheduleOf(values))) onProcessed('rescheduled');
      }}
    >
      <FormProvider {...form}>
        <Stack gap="sm">
          {change.staleness !== null && <StaleCallout staleness={change.staleness} onReload={change.reload} />}
          <QueryState query={providers} size="small" loading={<ListSkeleton count={3} />}>
            {(users) => (
              <>
                <ProviderField users={users} label="Provider" />
                <VisitFields users={users} dueAt={referral.dueAt} />
                <Field form={form} name="newComment" label="Comment">
                  {(field) => <TrimmedTextarea {...field} minRows={2} />}
                </Field>
              </>
            )}
          </QueryState>
        </Stack>
      </FormProvider>
    </FormDialog>
  );
}
