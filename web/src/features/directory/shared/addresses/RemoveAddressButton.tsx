import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { confirm } from '../../../../ui/confirm.tsx';

interface RemoveAddressButtonProps {
  /** What the removal means, in the question before it. */
  consequence: string;
  onRemove: () => Promise<unknown>;
}

/** Removes an address after a question. */
export function RemoveAddressButton({ consequence, onRemove }: RemoveAddressButtonProps): ReactNode {
  const ask = async () => {
    const isAgreed = await confirm({
      title: 'Remove this address?',
      message: consequence,
      yes: 'Remove',
      no: 'Keep',
      tone: 'danger',
    });
    if (isAgreed) await onRemove();
  };
  return (
    <Button variant="subtle" color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={() => void ask()}>
      Remove
    </Button>
  );
}
