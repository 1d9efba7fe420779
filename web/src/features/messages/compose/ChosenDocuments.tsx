import { Pill } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { chartsOf } from '../../charts/shared/chartQueries.ts';
import classes from './QuickReply.module.css';

interface ChosenDocumentsProps {
  patientId: number;
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}

/** The attached documents, each with a button to remove it. */
export function ChosenDocuments({ patientId, ids, onChange }: ChosenDocumentsProps): ReactNode {
  const { data } = useQuery({ ...chartsOf(patientId), enabled: ids.length > 0 });
  if (ids.length === 0) return null;
  const names = new Map(data?.documents.map((one) => [one.patientDocumentId, one.documentName]));
  return (
    <ul className={classes['documents']} aria-label="Documents to send">
      {ids.map((id) => {
        const name = names.get(id) ?? 'Document';
        return (
          <li key={id}>
            <Pill
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remove ${name}`, 'aria-hidden': false, tabIndex: 0 }}
              onRemove={() => onChange(ids.filter((one) => one !== id))}
            >
              {name}
            </Pill>
          </li>
        );
      })}
    </ul>
  );
}
