import type { Statement } from '@careloop/contracts/clinical-record';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './ClinicalRecord.module.css';

type Stated = Pick<Statement, 'statedBy' | 'sourceSystem' | 'enteredByName' | 'document'>;

/** Who says so: as sent, else the user who entered it, else the system that sent it. */
export function sourceInWords({ statedBy, sourceSystem, enteredByName }: Omit<Stated, 'document'>): string {
  if (enteredByName !== null) return `Entered by ${enteredByName}`;
  return statedBy ?? sourceSystem ?? 'Not stated';
}

/** Who says so, with the document it was read from. */
export function Source({ stated }: { stated: Stated }): ReactNode {
  const { document } = stated;
  return (
    <>
      {sourceInWords(stated)}
      {document !== null && (
        <span className={classes['detail']}>
          <Link
            from="/Patient/$patientId"
            search={{ section: 'documents', patientDocumentId: document.patientDocumentId }}
          >
            {document.documentName}
          </Link>
        </span>
      )}
    </>
  );
}
