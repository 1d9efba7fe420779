import type { MessageAttachment } from '@careloop/contracts/messages';
import type { PatientSummary } from '@careloop/contracts/patients';
import { UnstyledButton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import classes from './Thread.module.css';

const AttachmentDialog = lazyPart(async () => (await import('./AttachmentDialog.tsx')).AttachmentDialog);

interface AttachmentsProps {
  attachments: readonly MessageAttachment[];
  patient: PatientSummary | null;
}

/** Charts attached to a message. Access is checked again when one is opened. */
export function Attachments({ attachments, patient }: AttachmentsProps): ReactNode {
  const [opened, setOpened] = useState<MessageAttachment | null>(null);
  return (
    <ul className={classes['attachments']} aria-label="Attached documents">
      {attachments.map((attachment) => (
        <li key={attachment.sentChartId ?? `document ${attachment.patientDocumentId}`}>
          <UnstyledButton className={classes['attachment']} onClick={() => setOpened(attachment)}>
            <IconFileText size={16} aria-hidden />
            <span>
              {attachment.documentName}
              {!attachment.documentName.startsWith(attachment.documentTypeName) && (
                <small>{attachment.documentTypeName}</small>
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
      {opened !== null && <AttachmentDialog attachment={opened} patient={patient} onClose={() => setOpened(null)} />}
    </ul>
  );
}
