import { formatPhone } from '@careloop/contracts/fields';
import type { PatientInfo } from '@careloop/contracts/patients';
import {
  isPhoneNumberOptedOut,
  sendTextMessage,
  textLimits,
  textMessageForm,
  textTexts,
} from '@careloop/contracts/sharing/sms';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { invalidate, useCall } from '../../../api/query.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDateTime } from '../../../ui/dates.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { useOptOut } from './optOuts.ts';
import { MessageFields, NumberFields } from './TextFields.tsx';

/** Initial values of a text message, from one that did not arrive. */
export interface TextToRepeat {
  recipientName: string;
  phoneNumber: string;
  messageText: string;
}

interface SendTextDialogProps {
  patient: PatientInfo;
  repeated?: TextToRepeat;
  onClose: () => void;
}

/** Writes a text message to the patient (docs/domain/sharing.md). */
export function SendTextDialog({ patient, repeated, onClose }: SendTextDialogProps): ReactNode {
  const client = useQueryClient();
  const form = useSchemaForm(textMessageForm, {
    recipientName:
      repeated?.recipientName ?? `${patient.firstName} ${patient.lastName}`.trim().slice(0, textLimits.recipientName),
    phoneNumber: formatPhone(repeated?.phoneNumber ?? patient.cellPhone),
    messageText: repeated?.messageText ?? '',
    messageContainsNoPhi: false,
    hasConsentedToSms: false,
  });
  const optOut = useOptOut(form.watch('phoneNumber'));
  const isOptedOut = optOut.data?.isOptedOut === true;
  const send = useCall(sendTextMessage, {
    form,
    // The number may have opted out in the meantime.
    onError: () => invalidate(client, isPhoneNumberOptedOut),
    onSuccess: () => {
      toast.success(textTexts.sent);
      onClose();
    },
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title="Send SMS"
        form={form}
        onClose={onClose}
        acceptLabel="Send"
        savingLabel="Sending..."
        isAcceptDisabled={isOptedOut}
        header={<DialogSubject patient={patient} />}
        onSubmit={(values) => send.submit({ ...values, patientId: patient.patientId })}
      >
        <NumberFields patient={patient} />
        {isOptedOut ? <OptedOut since={optOut.data?.dateOptedOut ?? null} /> : <MessageFields />}
      </FormDialog>
    </FormProvider>
  );
}

function OptedOut({ since }: { since: string | null }): ReactNode {
  const { config } = useSession();
  return (
    <Callout tone="danger">
      This number opted out of text messages{since !== null && <> on {formatDateTime(since)}</>}. To get them again, the
      patient must text RESUME to {formatPhone(config.smsSenderNumber)}. If the number is still blocked after that, they
      must text START.
    </Callout>
  );
}
