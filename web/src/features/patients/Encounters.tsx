import { encounterTypeLabels } from '@careloop/contracts/codes';
import { getPatientInfo, listEncounters, type Encounter } from '@careloop/contracts/patients';
import { shortAdmitReason } from '@careloop/contracts/patients/encounters';
import { UnstyledButton } from '@mantine/core';
import { IconPlus, IconStethoscope } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pagedItems } from '../../api/pages.ts';
import { pagesOf, queryOf } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import links from '../../components/rowLink.module.css';
import { DateText, DateTimeText } from '../../ui/DateText.tsx';
import { EncounterDialog } from './EncounterDialog.tsx';
import { EncounterForm } from './record/EncounterForm.tsx';
import classes from './record/Record.module.css';

const page = getRouteApi('/Patient/$patientId');

const columnsOf = (open: (encounter: Encounter) => void): readonly Column<Encounter>[] => [
  {
    title: 'Date',
    isShort: true,
    sortBy: ({ encounterDate }) => encounterDate,
    render: (encounter) => (
      <UnstyledButton className={links.rowLink} fz="inherit" onClick={() => open(encounter)}>
        <DateTimeText at={encounter.encounterDate} />
      </UnstyledButton>
    ),
  },
  { title: 'Type', isShort: true, render: ({ encounterType }) => encounterTypeLabels[encounterType] },
  {
    title: 'Reason',
    render: ({ admitReason }) => <span title={admitReason ?? undefined}>{shortAdmitReason(admitReason)}</span>,
  },
  { title: 'Facility', render: ({ facilityName }) => facilityName },
  { title: 'Providers', render: ({ providers }) => providers.join('; ') },
  {
    title: 'Discharged',
    isNumeric: true,
    sortBy: ({ dischargeDate }) => dischargeDate,
    render: ({ dischargeDate }) => dischargeDate !== null && <DateText at={dischargeDate} />,
  },
  { title: 'Documents', isNumeric: true, render: ({ documentCount }) => documentCount },
];

/** A patient's encounters, newest first; each row can be opened, and a new one added. */
export function Encounters({ patientId }: { patientId: number }): ReactNode {
  const query = useInfiniteQuery(pagesOf(listEncounters, { patientId }));
  const { data: patient } = useQuery(queryOf(getPatientInfo, { patientId }));
  const [isAdding, setAdding] = useState(false);
  const { patientEncounterId: opened } = page.useSearch();
  const navigate = page.useNavigate();
  const open = (encounter?: Encounter) =>
    void navigate({
      search: { section: 'encounters', patientEncounterId: encounter?.patientEncounterId },
      replace: encounter === undefined,
    });
  return (
    <>
      <div className={classes['bar']}>
        <ActionButton
          allowance={patient?.can.addEncounter}
          variant="default"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          Add encounter
        </ActionButton>
      </div>
      <QueryTable
        label="Encounters"
        columns={columnsOf(open)}
        query={query}
        items={pagedItems}
        rowKey={(encounter) => encounter.patientEncounterId}
        opensRows
        sorted={{ title: 'Date', direction: 'descending' }}
        emptyTitle="No encounters on file"
        emptyIcon={<IconStethoscope size={24} />}
      />
      {isAdding && <EncounterForm patientId={patientId} onClose={() => setAdding(false)} />}
      {opened !== undefined && (
        <EncounterDialog key={opened} patientId={patientId} patientEncounterId={opened} onClose={() => open()} />
      )}
    </>
  );
}
