import type { PatientInfo } from '@careloop/contracts/patients';
import { textTexts } from '@careloop/contracts/sharing/sms';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { lazyPart } from '../../../lib/lazyPart.tsx';

const SendTextDialog = lazyPart(async () => (await import('../sms/SendTextDialog.tsx')).SendTextDialog);

/** The text messages of a patient, loaded when they are looked at. */
export const TextMessages = lazyPart(async () => (await import('../sms/TextMessages.tsx')).TextMessages);

/** Opens a text message to the patient. Nothing suggests texting somebody who has died. */
export function SendTextButton({ patient }: { patient: PatientInfo }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  if (patient.isDeceased) return null;
  // What opens no messages sends none out either.
  const allowance = patient.can.sendMessage === true || textTexts.emergencyOnly;
  return (
    <>
      <ActionButton
        variant="default"
        size="compact-md"
        allowance={allowance}
        leftSection={<IconDeviceMobileMessage size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Send SMS
      </ActionButton>
      {isOpen && <SendTextDialog patient={patient} onClose={() => setOpen(false)} />}
    </>
  );
}
