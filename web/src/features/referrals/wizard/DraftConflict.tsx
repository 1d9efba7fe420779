import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';

interface DraftConflictProps {
  conflict: ReferralDraft;
  onReload: (draft: ReferralDraft) => void;
  onKeepMine: () => void;
}

/** The draft was saved in another window: the user chooses which of the two to keep. */
export function DraftConflict({ conflict, onReload, onKeepMine }: DraftConflictProps): ReactNode {
  return (
    <Callout
      tone="warning"
      title="This draft was changed in another window."
      action={
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => onReload(conflict)}>
            Reload
          </Button>
          <Button size="compact-sm" variant="default" onClick={onKeepMine}>
            Keep mine
          </Button>
        </Group>
      }
    >
      Saved <DateTimeText at={conflict.savedAt} />
    </Callout>
  );
}
