import { patientName } from '@careloop/contracts/patients/identity';
import { urgencyLabel } from '@careloop/contracts/codes';
import { listReferralDrafts, saveReferralDraft, type ListedDraft } from '@careloop/contracts/referrals/drafts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPencil, IconPencilOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { invalidate, queryOf, useCall } from '../../../api/query.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { PatientLine } from '../../patients/shared/PatientBanner.tsx';
import { ReferralWizard } from '../shared/lazyDialogs.ts';
import classes from './MyDrafts.module.css';

/** "My drafts (2)": opens the list of drafts, and from there the wizard. Hidden if there are none. */
export function MyDrafts(): ReactNode {
  const client = useQueryClient();
  // Drafts are saved often, in other windows too.
  const query = useQuery({ ...queryOf(listReferralDrafts, {}), staleTime: 0 });
  const [isOpen, setOpen] = useState(false);
  const [continued, setContinued] = useState<ListedDraft | null>(null);
  const drafts = query.data?.drafts ?? [];
  if (query.isLoadingError) {
    return (
      <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
        Drafts could not be loaded. Retry
      </Button>
    );
  }
  if (drafts.length === 0 && !isOpen && continued === null) return null;
  const leave = () => {
    setContinued(null);
    void invalidate(client, listReferralDrafts);
  };
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        My drafts ({drafts.length})
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title="My Drafts" size={640}>
        <DraftList
          drafts={drafts}
          onContinue={(draft) => {
            setOpen(false);
            setContinued(draft);
          }}
        />
      </Dialog>
      {continued !== null && (
        <Suspense fallback={null}>
          <ReferralWizard patientId={continued.patient.patientId} continuesDraft onClose={leave} onSent={leave} />
        </Suspense>
      )}
    </>
  );
}

interface DraftListProps {
  drafts: readonly ListedDraft[];
  onContinue: (draft: ListedDraft) => void;
}

/** Recipient, reason and urgency, as far as they are filled in. */
function draftText({ referredToName, specialtyName, urgencyDays, referralReason }: ListedDraft): string {
  const specialty = specialtyName === null ? null : `Any ${specialtyName}`;
  const urgency = urgencyDays === null ? null : urgencyLabel(urgencyDays);
  return [referredToName ?? specialty ?? 'Receiver not chosen yet', urgency, referralReason]
    .filter(Boolean)
    .join(' · ');
}

function DraftRow({ draft, onContinue }: { draft: ListedDraft; onContinue: DraftListProps['onContinue'] }): ReactNode {
  const { patient, version, savedAt } = draft;
  const discard = useCall(saveReferralDraft, {
    onSuccess: ({ current }) => {
      if (current === null) toast.success('Draft discarded');
      else toast.warning('This draft was changed in another window, so it was kept.');
    },
  });
  const askAndDiscard = async () => {
    const isSure = await confirm({
      title: 'Discard this draft?',
      message: <DialogSubject patient={patient} consequence="What you wrote for this referral is lost." />,
      yes: 'Discard draft',
      no: 'Keep draft',
      tone: 'danger',
    });
    if (!isSure) return;
    const { patientId } = patient;
    discard.mutate({ patientId, version: crypto.randomUUID(), seen: [version], content: null });
  };
  const name = patientName(patient);
  return (
    <li className={classes['row']}>
      <div className={classes['words']}>
        <PatientLine patient={patient} />
        <Text fz="sm" lineClamp={2}>
          {draftText(draft)}
        </Text>
        <Text fz="xs" c="dimmed">
          Step {draft.step + 1} of 5 · saved <DateTimeText at={savedAt} />
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" onClick={() => onContinue(draft)} aria-label={`Continue draft for ${name}`}>
          Continue
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          loading={discard.isPending}
          onClick={() => void askAndDiscard()}
          aria-label={`Discard draft for ${name}`}
        >
          Discard
        </Button>
      </Group>
    </li>
  );
}

/** Referrals that the user started and did not send. */
function DraftList({ drafts, onContinue }: DraftListProps): ReactNode {
  if (drafts.length === 0) {
    return (
      <EmptyState
        icon={<IconPencilOff size={24} />}
        title="No drafts"
        text="Referrals you start but do not send are kept here."
      />
    );
  }
  return (
    <Stack component="ul" gap={0} className={classes['list']} aria-label="My drafts">
      {drafts.map((draft) => (
        <DraftRow key={draft.patient.patientId} draft={draft} onContinue={onContinue} />
      ))}
    </Stack>
  );
}
