import { chartTexts, listCharts } from '@careloop/contracts/charts';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { ChartTree } from '../../charts/shared/ChartTree.tsx';
import { DocumentReader } from '../../charts/shared/DocumentReader.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { inWords } from '../../../ui/errorWords.ts';
import classes from '../Messages.module.css';

export interface AttachDialogProps {
  patient: PatientSummary;
  ids: readonly number[];
  onChange: (ids: number[]) => void;
  onClose: () => void;
}

/** The patient's documents to choose from, with a preview beside them. */
export function AttachDialog(props: AttachDialogProps): ReactNode {
  const { patient, ids, onChange, onClose } = props;
  const [checked, setChecked] = useState<number[]>([...ids]);
  const isTooMany = checked.length > messageLimits.attachments;
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Attach documents"
      size={1100}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={isTooMany || (checked.length === 0 && ids.length === 0)}
            onClick={() => {
              onChange(checked);
              onClose();
            }}
          >
            {acceptLabel(checked.length, ids.length)}
          </Button>
        </>
      }
    >
      <PatientLine patient={patient} />
      {isTooMany && <Callout tone="warning">{messageTexts.tooManyAttachments}</Callout>}
      <Documents patientId={patient.patientId} checked={checked} onChange={setChecked} />
    </Dialog>
  );
}

function acceptLabel(chosen: number, attached: number): string {
  if (chosen > 0) return `Attach ${chosen}`;
  return attached === 0 ? 'Attach' : 'Remove all';
}

interface DocumentsProps {
  patientId: number;
  checked: readonly number[];
  onChange: (checked: number[]) => void;
}

function Documents({ patientId, checked, onChange }: DocumentsProps): ReactNode {
  const query = useQuery(queryOf(listCharts, { patientId }));
  const [shownId, setShownId] = useState<number | null>(null);
  if (query.isPending) return <ListSkeleton />;
  if (query.data === undefined) {
    const error = inWords(chartTexts.listFailed, query.error);
    return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  }
  const { documents } = query.data;
  return (
    <div className={classes['attach']}>
      <ChartTree
        documents={documents}
        checked={checked}
        onChange={onChange}
        shownId={shownId}
        onShow={setShownId}
        label="Documents of the patient"
      />
      <DocumentReader document={documents.find((one) => one.patientDocumentId === shownId) ?? null} />
    </div>
  );
}
