import {
  getDuplicate,
  keepApart,
  keepApartForm,
  longestDecisionReason,
  reopenDuplicate,
  undoMerge,
  type DuplicateDetail as Pair,
} from '@careloop/contracts/duplicates';
import { useQuery } from '@tanstack/react-query';
import { IconArrowBackUp, IconArrowMerge, IconArrowsSplit2 } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { presentError } from '../../api/presentError.ts';
import { queryOf, useCall } from '../../api/query.ts';
import { Button, Group } from '@mantine/core';
import { ActionButton } from '../../components/ActionButton.tsx';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { QueryState } from '../../ui/QueryState.tsx';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { ChangedPair } from './ChangedPair.tsx';
import { Comparison } from './Comparison.tsx';
import classes from './Duplicates.module.css';
import { contradictionOf } from './duplicateWords.ts';
import { MergeDialog } from './MergeDialog.tsx';
import { Reasons } from './Reasons.tsx';
import { comparedVersions, useComparedPair, type PairDialogProps } from './useComparedPair.ts';

interface DuplicateDetailProps {
  patientDuplicateId: number;
  onDecided: () => void;
}

/** Two records that may be one person, and the possible decisions. */
export function DuplicateDetail({ patientDuplicateId, onDecided }: DuplicateDetailProps): ReactNode {
  const query = useQuery(queryOf(getDuplicate, { patientDuplicateId }));
  if (query.data === undefined) return <QueryState query={query} />;
  const pair = query.data;
  return (
    <DecisionDetail
      heading="h3"
      title={headings[pair.status]}
      meta={
        <>
          {contradictionOf(pair)} · found <DateText at={pair.foundAt} />
        </>
      }
      actions={<Actions pair={pair} onDecided={onDecided} />}
    >
      <Decision pair={pair} />
      {pair.status !== 'merged' && <Reasons pair={pair} />}
      <Comparison pair={pair} />
    </DecisionDetail>
  );
}

const headings: Record<Pair['status'], string> = {
  open: 'Are these the same person?',
  merged: 'Merged into one patient',
  kept_apart: 'Two different people',
};

type Open = 'merge' | 'keepApart' | 'reopen' | 'undoMerge';

function Actions({ pair, onDecided }: Omit<PairDialogProps, 'onClose'>): ReactNode {
  const [open, setOpen] = useState<Open | null>(null);
  const dialog = { pair, onDecided, onClose: () => setOpen(null) };
  const { status, can } = pair;
  return (
    <Group gap="0.5rem">
      {status === 'open' && (
        <>
          <ActionButton
            variant="default"
            allowance={can.keepApart}
            leftSection={<IconArrowsSplit2 size={16} aria-hidden />}
            onClick={() => setOpen('keepApart')}
          >
            Keep apart
          </ActionButton>
          <ActionButton
            allowance={can.merge}
            leftSection={<IconArrowMerge size={16} aria-hidden />}
            onClick={() => setOpen('merge')}
          >
            Merge
          </ActionButton>
        </>
      )}
      {status === 'kept_apart' && (
        <ActionButton
          variant="default"
          allowance={can.reopen}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setOpen('reopen')}
        >
          Review again
        </ActionButton>
      )}
      {status === 'merged' && (
        <ActionButton
          variant="default"
          allowance={can.undoMerge}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => setOpen('undoMerge')}
        >
          Undo merge
        </ActionButton>
      )}
      {open === 'merge' && <MergeDialog {...dialog} />}
      {open === 'keepApart' && <KeepApartDialog {...dialog} />}
      {open === 'reopen' && <DecisionDialog {...decisions.reopen} {...dialog} />}
      {open === 'undoMerge' && <DecisionDialog {...decisions.undoMerge} {...dialog} />}
    </Group>
  );
}

const decisions = {
  reopen: {
    endpoint: reopenDuplicate,
    title: 'Review this pair again?',
    consequence: 'Both records are marked as possible duplicates again, and the pair returns to the list.',
    accept: 'Review again',
    done: 'The pair is open for review again.',
  },
  undoMerge: {
    endpoint: undoMerge,
    title: 'Undo this merge?',
    consequence: 'Each record gets back exactly what it had, and the pair returns to the list.',
    accept: 'Undo merge',
    done: 'The merge was undone. Both records are as before.',
  },
} as const;

/** Who decided, and why it can no longer be undone. */
function Decision({ pair: { status, decidedBy, decidedAt, decisionReason, can } }: { pair: Pair }): ReactNode {
  if (status === 'open' || decidedAt === null) return null;
  const what = status === 'merged' ? 'Merged' : 'Kept apart';
  const blocker = status === 'merged' && can.undoMerge !== true ? can.undoMerge : undefined;
  return (
    <Callout tone={blocker === undefined ? 'success' : 'info'}>
      <p className={classes['line']}>
        {what} by {decidedBy ?? 'somebody'} on <DateText at={decidedAt} />.
      </p>
      {status === 'kept_apart' && decisionReason !== null && <p className={classes['line']}>{decisionReason}</p>}
      {blocker !== undefined && <p className={classes['line']}>{blocker}</p>}
    </Callout>
  );
}

interface DecisionDialogProps extends PairDialogProps {
  /** Both endpoints, reopen and undo, have the same input and output. */
  endpoint: typeof reopenDuplicate;
  title: string;
  consequence: string;
  accept: string;
  done: string;
}

/** Names both records and the consequence, and asks for confirmation. */
function DecisionDialog(props: DecisionDialogProps): ReactNode {
  const { endpoint, title, consequence, accept, done, onDecided, onClose } = props;
  const { pair, hasChanged } = useComparedPair(props.pair);
  const { patientDuplicateId, version, patients } = pair;
  const decide = useCall(endpoint, {
    onSuccess: () => {
      toast.success(done);
      onDecided();
      onClose();
    },
  });
  const isOutdated = hasChanged && !decide.isPending;
  return (
    <Dialog
      opened
      title={title}
      onClose={onClose}
      footer={
        <>
          <DialogCancel />
          <Button
            data-autofocus
            loading={decide.isPending}
            disabled={isOutdated}
            onClick={() => decide.mutate({ patientDuplicateId, version })}
          >
            {accept}
          </Button>
        </>
      }
    >
      {isOutdated && <ChangedPair />}
      <DialogSubject patient={patients} consequence={consequence} />
    </Dialog>
  );
}

/** Asks why two records are two people, for later reviewers of the pair. */
function KeepApartDialog({ pair: current, onDecided, onClose }: PairDialogProps): ReactNode {
  const { pair, hasChanged, reload } = useComparedPair(current);
  const { patientDuplicateId, version, patients } = pair;
  const form = useSchemaForm(keepApartForm, { reason: '' });
  const keep = useCall(keepApart, {
    onSuccess: () => {
      toast.success('The records are kept apart.');
      onDecided();
      onClose();
    },
    form,
    onStale: (error) => presentError(error),
  });
  const isOutdated = hasChanged && !keep.isPending;
  return (
    <FormDialog
      opened
      title="Keep these records apart?"
      form={form}
      onClose={onClose}
      acceptLabel="Keep apart"
      isAcceptDisabled={isOutdated}
      header={
        <DialogSubject
          patient={patients}
          consequence="They stay two patients, and later imports do not report this pair again. You can review it again later."
        />
      }
      onSubmit={({ reason }) =>
        keep.submit({ patientDuplicateId, version, reason, versions: comparedVersions(patients) })
      }
    >
      {isOutdated && <ChangedPair onReload={current.status === 'open' ? reload : undefined} />}
      <Field form={form} name="reason" label="Why are these two different people?" required>
        {(field) => <TrimmedTextarea {...field} max={longestDecisionReason} />}
      </Field>
    </FormDialog>
  );
}
