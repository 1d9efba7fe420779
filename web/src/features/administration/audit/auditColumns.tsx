import {
  auditKindLabels,
  auditOutcomeLabels,
  systemActor,
  type AuditEntry,
} from '@careloop/contracts/administration/audit';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Column } from '../../../components/DataTable.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import type { AuditSearch } from './search.ts';

type Narrow = (change: Partial<AuditSearch>) => void;

const tones = { ok: 'success', refused: 'warning', denied: 'danger', failed: 'danger' } as const;

/** A name; a click filters the list by it. */
function Narrowing({ name, onClick }: { name: string; onClick: () => void }): ReactNode {
  return (
    <Anchor component="button" type="button" fz="inherit" ta="left" title={`Only ${name}`} onClick={onClick}>
      {name}
    </Anchor>
  );
}

/** The columns of the audit; a click on a name filters the list by that person. */
export function auditColumns(narrow: Narrow): readonly Column<AuditEntry>[] {
  return [
    { title: 'When', isShort: true, render: ({ at }) => <DateTimeText at={at} /> },
    {
      title: 'Who',
      render: ({ who }) =>
        who === null ? systemActor : <Narrowing name={who.fullName} onClick={() => narrow({ userId: who.userId })} />,
    },
    {
      title: 'For whom',
      isSecondary: true,
      render: ({ forWhom }) =>
        forWhom && <Narrowing name={forWhom.fullName} onClick={() => narrow({ forUserId: forWhom.userId })} />,
    },
    { title: 'What', render: ({ what }) => what },
    { title: 'Kind', isShort: true, isSecondary: true, render: ({ kind }) => auditKindLabels[kind] },
    {
      title: 'Patient',
      render: ({ patient }) =>
        patient && <Narrowing name={patient.fullName} onClick={() => narrow({ patientId: patient.patientId })} />,
    },
    {
      title: 'Outcome',
      isShort: true,
      render: ({ outcome }) => <StatusBadge tone={tones[outcome]} label={auditOutcomeLabels[outcome]} />,
    },
    { title: 'IP address', isShort: true, isSecondary: true, render: ({ ip }) => ip },
  ];
}
