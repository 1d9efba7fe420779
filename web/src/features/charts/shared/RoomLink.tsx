import { ActionIcon, Tooltip } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface RoomLinkProps {
  patientId: number;
  /** The document to open there; without one, the room opens with the list of charts alone. */
  patientDocumentId?: number;
  /** Its page, starting with 1. */
  page?: number;
  /** Whether it is archived; the room lists it only on request. */
  isArchived?: boolean;
}

/** Link to the reading room of a patient's charts, in a new tab. */
export function RoomLink({ patientId, patientDocumentId, page = 1, isArchived = false }: RoomLinkProps): ReactNode {
  return (
    <Tooltip label="Open in the reading room">
      <ActionIcon
        size={30}
        aria-label="Open in the reading room"
        renderRoot={(root) => (
          <Link
            {...root}
            to="/Patient/$patientId/charts"
            params={{ patientId: String(patientId) }}
            search={{ patientDocumentId, page: page > 1 ? page : undefined, showArchived: isArchived || undefined }}
            target="_blank"
          />
        )}
      >
        <IconExternalLink size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
