import type { PatientDocument } from '@careloop/contracts/charts';
import { Text, UnstyledButton } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DateText } from '../../../ui/DateText.tsx';
import { documentDetail } from './chartGroups.ts';
import classes from './DocumentList.module.css';

export interface DocumentListProps {
  documents: readonly PatientDocument[];
  shownId: number | null;
  onShow: (patientDocumentId: number) => void;
  label: string;
}

/** Documents by name, type and date; a click shows one. */
export function DocumentList({ documents, shownId, onShow, label }: DocumentListProps): ReactNode {
  return (
    <ul aria-label={label} className={classes.list}>
      {documents.map((document) => (
        <li key={document.patientDocumentId}>
          <UnstyledButton
            className={classes.row}
            aria-current={document.patientDocumentId === shownId || undefined}
            onClick={() => onShow(document.patientDocumentId)}
          >
            <IconFileText size={16} aria-hidden className={classes.icon} />
            <span className={classes.name}>
              <Text span display="block" fz="sm" fw={500} truncate>
                {document.documentName}
              </Text>
              <Text span display="block" fz="xs" c="dimmed" truncate>
                {documentDetail(document)}
              </Text>
            </span>
            <Text span fz="xs" c="dimmed" className={classes.date}>
              <DateText at={document.dateProvided} />
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
