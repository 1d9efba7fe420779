import { IconArchive, IconPencil, IconUrgent } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';

export function UrgentBadge(): ReactNode {
  return <StatusBadge tone="danger" label="Urgent" icon={<IconUrgent size={14} stroke={2} aria-hidden />} />;
}

export function ArchivedBadge(): ReactNode {
  return <StatusBadge tone="inactive" label="Archived" icon={<IconArchive size={14} stroke={2} aria-hidden />} />;
}

export function DraftBadge(): ReactNode {
  return <StatusBadge tone="warning" label="Draft" icon={<IconPencil size={14} stroke={2} aria-hidden />} />;
}
