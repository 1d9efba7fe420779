import {
  archiveDocument,
  archiveForm,
  archiveTexts,
  longestArchiveReason,
  restoreDocument,
} from '@careloop/contracts/charts/archive';
import type { DocumentInfo } from '@careloop/contracts/charts/viewer';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArchive } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import classes from './Viewer.module.css';

/** Takes a document off the chart, such as one that belongs to another patient. Hidden from users who may not. */
export function ArchiveTool({ info }: { info: DocumentInfo }): ReactNode {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (info.isArchived || !can(archiveDocument.access)) return null;
  return (
    <>
      <Tooltip label="Archive">
        <ActionIcon size={30} aria-label="Archive document" onClick={() => setOpen(true)}>
          <IconArchive size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOpen && <ArchiveDialog info={info} onClose={() => setOpen(false)} />}
    </>
  );
}

function ArchiveDialog({ info, onClose }: { info: DocumentInfo; onClose: () => void }): ReactNode {
  const { patientDocumentId } = info;
  const form = useSchemaForm(archiveForm, { reason: '' });
  const archive = useCall(archiveDocument, {
    form,
    onSuccess: () => {
      toast.success(archiveTexts.archived);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title="Archive document"
      form={form}
      onClose={onClose}
      acceptLabel="Archive"
      acceptTone="danger"
      header={
        <DialogSubject
          patient={info.patient}
          recipient={info.documentName}
          recipientLabel="Document"
          consequence="It leaves the chart and cannot be sent any more. It stays where it was sent before, and can be restored."
        />
      }
      onSubmit={({ reason }) => archive.submit({ patientDocumentId, reason })}
    >
      <Field form={form} name="reason" label="Reason" required>
        {(field) => (
          <TrimmedTextarea
            {...field}
            placeholder="For example: belongs to another patient"
            max={longestArchiveReason}
          />
        )}
      </Field>
    </FormDialog>
  );
}

/** Says that a document is archived, by whom and why, and puts it back on the chart. */
export function ArchivedNote({ info }: { info: DocumentInfo }): ReactNode {
  const { can } = useSession();
  const { patientDocumentId, archive } = info;
  const restore = useCall(restoreDocument, {
    errorPrefix: 'The document was not restored.',
    onSuccess: () => toast.success(archiveTexts.restored),
  });
  if (!info.isArchived) return null;
  return (
    <div className={classes.note}>
      <Callout
        title="This document is archived."
        action={
          archive !== null &&
          can(restoreDocument.access) && (
            <Button
              variant="default"
              size="compact-sm"
              loading={restore.isPending}
              onClick={() => restore.mutate({ patientDocumentId })}
            >
              Restore to chart
            </Button>
          )
        }
      >
        {archive !== null && `${archive.archivedByName}, ${formatDate(archive.archivedAt)}: ${archive.reason}`}
      </Callout>
    </div>
  );
}
