import { addressText } from '@careloop/contracts/directory/addressText';
import type { ApsProvider } from '@careloop/contracts/directory/search';
import { dateTexts, dayLimits, momentHere, parseDay, parseTime, passedField } from '@careloop/contracts/fields/dates';
import { appointmentTexts, saveAppointment } from '@careloop/contracts/patients/appointments';
import { getPatientInfo } from '@careloop/contracts/patients';
import { processTexts } from '@careloop/contracts/referrals/processing';
import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { queryOf, useCall } from '../../../../api/query.ts';
import { DateInput } from '../../../../ui/DateInput.tsx';
import { ownTimeZone } from '../../../../ui/dates.ts';
import { Field } from '../../../../ui/Field.tsx';
import { FormDialog } from '../../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../../ui/forms.ts';
import { TimeInput } from '../../../../ui/TimeInput.tsx';
import { toast } from '../../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../../ui/TrimmedTextarea.tsx';
import { DialogSubject } from '../../../patients/shared/DialogSubject.tsx';

interface NewAppointmentProps {
  patientId: number;
  /** The provider, at one of their addresses. */
  provider: ApsProvider;
  onClose: () => void;
}

const appointmentForm = z
  .object({
    appointmentDate: z.string().trim().min(1, processTexts.dateRequired),
    appointmentTime: z.string().trim().min(1, processTexts.timeRequired),
    appointmentDescription: z.string().trim().max(500, processTexts.descriptionTooLong),
  })
  .superRefine((values, context) => {
    const report = (path: keyof typeof values, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { appointmentDate, appointmentTime } = values;
    if (appointmentDate !== '' && parseDay(appointmentDate) === null) report('appointmentDate', dateTexts.invalid);
    if (appointmentTime !== '' && parseTime(appointmentTime) === null)
      report('appointmentTime', processTexts.timeInvalid);
    if (momentOf(values) === null && parseDay(appointmentDate) !== null && parseTime(appointmentTime) !== null)
      report('appointmentTime', dateTexts.skippedTime);
    const passed = passedField({ date: appointmentDate, time: appointmentTime });
    if (passed !== null)
      report(passed === 'date' ? 'appointmentDate' : 'appointmentTime', processTexts.appointmentPast);
  });

/** The time by the user's own clock; null if date or time is invalid. */
function momentOf(values: { appointmentDate: string; appointmentTime: string }): Date | null {
  const [date, time] = [parseDay(values.appointmentDate), parseTime(values.appointmentTime)];
  return date === null || time === null ? null : momentHere(date, time);
}

/** Books a visit of the patient with a provider from the search. */
export function NewAppointment({ patientId, provider, onClose }: NewAppointmentProps): ReactNode {
  const fields = useSchemaForm(appointmentForm, {
    appointmentDate: '',
    appointmentTime: '',
    appointmentDescription: '',
  });
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const save = useCall(saveAppointment, { form: fields });
  const submit = async (values: z.output<typeof appointmentForm>) => {
    const saved = await save.submit({
      patientId,
      healthcareProviderId: provider.healthcareProviderId,
      appointmentAddressId: provider.addressId ?? 0,
      appointmentTime: momentOf(values)?.toISOString() ?? '',
      timeZone: ownTimeZone,
      appointmentDescription: values.appointmentDescription,
    });
    if (saved === undefined) return;
    toast.success(appointmentTexts.saved);
    onClose();
  };
  return (
    <FormDialog
      opened
      title="New appointment"
      form={fields}
      onClose={onClose}
      acceptLabel="Save appointment"
      isAcceptEnabled
      header={
        patient.data && <DialogSubject patient={patient.data} recipient={provider.fullName} recipientLabel="With" />
      }
      onSubmit={submit}
    >
      <Stack gap="sm">
        <Text fz="sm">{[provider.addressLabel, addressText(provider)].filter(Boolean).join(': ')}</Text>
        <SimpleGrid cols={2} spacing="sm">
          <Field
            form={fields}
            name="appointmentDate"
            label="Appointment date"
            required
            comparedIn={['appointmentTime']}
          >
            {(field) => <DateInput {...field} isAhead {...dayLimits.ahead()} />}
          </Field>
          <Field form={fields} name="appointmentTime" label="Appointment time" required input={TimeInput} />
        </SimpleGrid>
        <Field form={fields} name="appointmentDescription" label="Appointment description">
          {(field) => <TrimmedTextarea {...field} minRows={2} />}
        </Field>
      </Stack>
    </FormDialog>
  );
}
