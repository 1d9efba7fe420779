import { managingPopulations } from '@careloop/contracts/patients/populations';
import { Button } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { useSession } from '../../../session/useSession.ts';
import type { PopulationsDialogProps } from './populationDialogs.ts';

const PopulationsDialog = lazyPart<PopulationsDialogProps>(async () => {
  const { PopulationsDialog: Dialog } = await import('./PopulationsDialog.tsx');
  return Dialog;
});

/** For users who define the populations of their clients. */
export function ManagePopulations(): ReactNode {
  const { can } = useSession();
  const [isOpen, setOpen] = useState(false);
  if (!can(managingPopulations)) return null;
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconUsersGroup size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Populations
      </Button>
      {isOpen && <PopulationsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
