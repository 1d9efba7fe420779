import { encounterTypeLabels, type EncounterType } from '@careloop/contracts/codes';
import { encounterProviderRoleLabels } from '@careloop/contracts/codes/patients';
import { getPatientInfo, listEncounters, type Encounter } from '@careloop/contracts/patients';
import {
  getEncounter,
  getEncounterConfiguration,
  shortAdmitReason,
  type EncounterConfiguration,
  type EncounterDetail,
  type Transfer,
} from '@careloop/contracts/patients/encounters';
import { Button, UnstyledButton } from '@mantine/core';
import { IconPencil, IconPlus, IconSend, IconStethoscope } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { pagedItems } from '../../api/pages.ts';
import { pagesOf, queryOf } from '../../api/query.ts';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { ActionButton } from '../../components/ActionButton.tsx';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import links from '../../components/rowLink.module.css';
import { Section } from '../../components/Section.tsx';
import { PlaceDateText, PlaceTimeText } from '../../ui/DateText.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Facts, type Fact } from '../../ui/Facts.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ReferralWizard } from '../referrals/shared/lazyDialogs.ts';
import { TaskList } from '../tasks/shared/TaskList.tsx';
import classes from './record/Record.module.css';

const EncounterForm = lazyPart(async () => (await import('./record/EncounterForm.tsx')).EncounterForm);

const page = getRouteApi('/Patient/$patientId');

const columnsOf = (open: (encounter: Encounter) => void): readonly Column<Encounter>[] => [
  {
    title: 'Date',
    isShort: true,
    sortBy: ({ encounterDate }) => encounterDate,
    render: (encounter) => (
      <UnstyledButton className={links.rowLink} fz="inherit" onClick={() => open(encounter)}>
        <PlaceTimeText at={encounter.encounterDate} timeZone={encounter.timeZone} />
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
    render: ({ dischargeDate, timeZone }) =>
      dischargeDate !== null && <PlaceDateText at={dischargeDate} timeZone={timeZone} />,
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

const unknown = 'Not stated';

interface EncounterDialogProps {
  patientId: number;
  patientEncounterId: number;
  onClose: () => void;
}

/** Everything known about an encounter, a link to its documents, and editing it. */
function EncounterDialog({ patientId, patientEncounterId, onClose }: EncounterDialogProps): ReactNode {
  const query = useQuery(queryOf(getEncounter, { patientId, patientEncounterId }));
  const { data: configuration } = useQuery(queryOf(getEncounterConfiguration, { patientId }));
  const { data: info } = useQuery(queryOf(getPatientInfo, { patientId }));
  const isCurrent = info?.admission?.patientEncounterId === patientEncounterId;
  const [isEditing, setEditing] = useState(false);
  const [isReferring, setReferring] = useState(false);
  const encounter = query.data;
  if (isEditing && encounter !== undefined) {
    return <EncounterForm patientId={patientId} encounter={encounter} onClose={() => setEditing(false)} />;
  }
  if (isReferring) return <ReferralWizard {...{ patientId, patientEncounterId, onClose }} onSent={onClose} />;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={encounter === undefined ? 'Encounter' : `${encounterTypeLabels[encounter.encounterType]} encounter`}
      size={660}
      footer={
        <>
          {encounter !== undefined && encounter.documentCount > 0 && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link {...props} from="/Patient/$patientId" search={{ section: 'documents', patientEncounterId }} />
              )}
            >
              {`Show documents (${encounter.documentCount})`}
            </Button>
          )}
          {encounter !== undefined && (
            <ActionButton
              allowance={encounter.can.edit}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              onClick={() => setEditing(true)}
            >
              Edit encounter
            </ActionButton>
          )}
          {encounter !== undefined && info?.can.createReferral === true && (
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => setReferring(true)}
            >
              Request referral
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <QueryState query={query}>
        {(shown) => (
          <>
            <Facts facts={factsOf(shown, configuration, isCurrent)} />
            <Section title="Tasks" count={shown.tasks.length}>
              <TaskList patientId={patientId} patientEncounterId={patientEncounterId} allowance={shown.can.edit} />
            </Section>
          </>
        )}
      </QueryState>
    </Dialog>
  );
}

/** Encounters that end with a discharge; of others a missing one is not worth a line. */
const stayTypes: readonly EncounterType[] = ['inpatient', 'emergency', 'observation', 'surgery', 'post_acute'];

/** @param isCurrent whether the patient is still admitted */
function factsOf(encounter: EncounterDetail, shows: EncounterConfiguration | undefined, isCurrent: boolean): Fact[] {
  const isStay = stayTypes.includes(encounter.encounterType);
  const { encounterDate, dischargeDate, timeZone, providers, esiLevel } = encounter;
  const [from, to] = [transferText(encounter.transferredFrom), transferText(encounter.transferredTo)];
  const transfers: (Fact | false)[] =
    shows?.showsTransfers === false
      ? []
      : [
          from !== null && { label: 'Transferred from', value: from },
          to !== null && { label: 'Transferred to', value: to },
        ];
  const facts: (Fact | false)[] = [
    { label: 'Date', value: <PlaceTimeText at={encounterDate} timeZone={timeZone} /> },
    (isStay || dischargeDate !== null) && {
      label: 'Discharged',
      value: isCurrent
        ? 'No discharge on file'
        : dischargeDate && <PlaceTimeText at={dischargeDate} timeZone={timeZone} />,
      unknown,
    },
    { label: 'Reason', value: encounter.admitReason, unknown, isWide: true },
    { label: 'Detail', value: encounter.encounterDetail, unknown, isWide: true },
    { label: 'Facility', value: encounter.facilityName, unknown },
    shows?.showsClientName !== false && { label: 'Client', value: encounter.clientName },
    { label: 'Account number', value: encounter.accountNumber, unknown },
    shows?.showsMrn !== false && { label: 'MRN', value: encounter.mrn, unknown },
    shows?.showsRoomNumber !== false && encounter.roomNumber !== null && { label: 'Room', value: encounter.roomNumber },
    shows?.showsEsiLevel !== false && esiLevel !== null && { label: 'ESI level', value: String(esiLevel) },
    ...transfers,
    (encounter.dischargeDisposition !== null || (isStay && !isCurrent)) && {
      label: 'Discharge disposition',
      value: encounter.dischargeDisposition,
      unknown,
    },
    {
      label: 'Providers',
      value: providers
        .map(({ name, role }) => `${name} (${encounterProviderRoleLabels[role].toLowerCase()})`)
        .join('; '),
      unknown,
      isWide: true,
    },
  ];
  return facts.filter((fact) => fact !== false);
}

function transferText(transfer: Transfer | null): string | null {
  if (transfer === null) return null;
  const type = transfer.encounterType === null ? null : encounterTypeLabels[transfer.encounterType];
  return [type, transfer.facilityName].filter(Boolean).join(', ');
}
