import { listReferralDrafts, type ListedDraft } from '@careloop/contracts/referrals/drafts';
import { Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { invalidate, queryOf } from '../../../api/query.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ReferralWizard } from '../shared/lazyDialogs.ts';
import { DraftList } from './DraftList.tsx';

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
