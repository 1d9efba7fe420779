import { Text } from '@mantine/core';
import { IconPhone } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { AcknowledgementDialog } from '../../../ui/AcknowledgementDialog.tsx';

export interface UrgencyAlertProps {
  opened: boolean;
  onClose: () => void;
  /** Phone of the selected provider's office; empty if unknown. */
  phone: string;
}

/** Shown when care is needed within 24 hours: asks to call the office as well (docs/domain/referrals.md). */
export function UrgencyAlert({ opened, onClose, phone }: UrgencyAlertProps): ReactNode {
  return (
    <AcknowledgementDialog opened={opened} onClose={onClose} title="Referral Urgency Alert">
      <Text>When care is needed within 24 hours, please call the provider office directly.</Text>
      {phone !== '' && (
        <Text fw={600} mt="sm">
          <IconPhone size={16} aria-hidden style={{ verticalAlign: '-2px' }} /> {phone}
        </Text>
      )}
    </AcknowledgementDialog>
  );
}
