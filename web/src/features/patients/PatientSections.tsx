import { patientName } from '@careloop/contracts/patients/identity';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { appointmentStatusLabels } from '@careloop/contracts/codes';
import {
  getSectionCounts,
  listAppointments,
  sectionCounts,
  type Appointment,
  type PatientInfo,
} from '@careloop/contracts/patients';
import { Tabs } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import type { Column } from '../../components/DataTable.tsx';
import { QueryTable } from '../../components/QueryTable.tsx';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { PlaceTimeText } from '../../ui/DateText.tsx';
import { useCommand } from '../../ui/commands.ts';
import { addressOf, choicesIn, documentKey, keyInAddress } from '../charts/shared/chartAddress.ts';
import { chartItemsOf, sendableOf } from '../charts/shared/chartItems.ts';
import { chartsOf } from '../charts/shared/chartQueries.ts';
import { RoomLink } from '../charts/shared/RoomLink.tsx';
import { ClinicalRecord, clinicalTitles } from '../clinical-record/shared/ClinicalRecord.tsx';
import { clinicalSections, type ClinicalSection } from '../clinical-record/shared/search.ts';
import { ShareChartsButtons } from '../sharing/shared/ShareChartsButtons.tsx';
import { TaskList } from '../tasks/shared/TaskList.tsx';
import { patientSections, type SectionName } from './search.ts';
import { Activities } from './Activities.tsx';
import { CareTeam } from '../care-teams/shared/CareTeam.tsx';
import { Encounters } from './Encounters.tsx';
import { Overview } from './Overview.tsx';
import { overviewOf } from './shared/openPatient.ts';
import classes from './PatientRecord.module.css';
import { DemographicsTab } from './record/DemographicsTab.tsx';
import { SentDeliveries } from '../sharing/shared/SentDeliveries.tsx';
import { PatientConsultations } from './PatientConsultations.tsx';
import { TextMessages } from '../sharing/shared/texts.tsx';
import { PatientReferrals } from './PatientReferrals.tsx';
import { TabRow } from '../../ui/TabRow.tsx';

// With a viewer of documents, which the other sections do not need.
const ChartPanel = lazyPart(async () => (await import('../charts/shared/ChartPanel.tsx')).ChartPanel);

/** The clinical record is one tab, with its sections below it. */
type TabName = Exclude<SectionName, ClinicalSection> | 'clinical';

const titles: Record<TabName, string> = {
  overview: 'Overview',
  clinical: 'Clinical record',
  demographics: 'Demographics',
  encounters: 'Encounters',
  appointments: 'Appointments',
  careTeam: 'Care team',
  documents: 'Documents',
  sent: 'Sent',
  referrals: 'Referrals',
  tasks: 'Tasks',
  consultations: 'Consultations',
  textMessages: 'Text messages',
  activities: 'Activities',
};

const page = getRouteApi('/Patient/$patientId');
const isClinical = (name: SectionName): name is ClinicalSection => clinicalSections.some((one) => one === name);
const tabOf = (section: SectionName): TabName => (isClinical(section) ? 'clinical' : section);
const tabNames = [...new Set(patientSections.map(tabOf))];

function Content({ tab, patient }: { tab: TabName; patient: PatientInfo }): ReactNode {
  const { patientId } = patient;
  switch (tab) {
    case 'overview':
      return <Overview patient={patient} />;
    case 'demographics':
      return <DemographicsTab patientId={patientId} />;
    case 'encounters':
      return <Encounters patientId={patientId} />;
    case 'clinical':
      return <ClinicalSections patientId={patientId} />;
    case 'appointments':
      return <Appointments patientId={patientId} />;
    case 'careTeam':
      return <CareTeam patientId={patientId} />;
    case 'documents':
      return <PatientDocuments patientId={patientId} />;
    case 'sent':
      return <SentDeliveries patientId={patientId} />;
    case 'referrals':
      return <PatientReferrals patientId={patientId} />;
    case 'tasks':
      return <PatientTasks patient={patient} />;
    case 'consultations':
      return <PatientConsultations patientId={patientId} />;
    case 'textMessages':
      return <TextMessages patientId={patientId} />;
    case 'activities':
      return <Activities patientId={patientId} />;
  }
}

function ClinicalSections({ patientId }: { patientId: number }): ReactNode {
  const { section = 'overview' } = page.useSearch();
  const navigate = page.useNavigate();
  const { data: counts } = useQuery(queryOf(getSectionCounts, { patientId }));
  return (
    <ClinicalRecord
      patientId={patientId}
      section={isClinical(section) ? section : 'conditions'}
      conditionCount={counts?.conditions}
      onSection={(next) => void navigate({ search: { section: next } })}
    />
  );
}

/** Opens a section of the clinical record from the command palette. */
function SectionCommand({ section, patient }: { section: ClinicalSection; patient: PatientInfo }): ReactNode {
  const navigate = page.useNavigate();
  useCommand(`${clinicalTitles[section]} of ${patientName(patient)}`, () => void navigate({ search: { section } }));
  return null;
}

const countsToCome = Object.fromEntries(Object.keys(sectionCounts.shape).map((name) => [name, null]));

/** The sections of the patient's page; the selected one is kept in the address. */
export function PatientSections({ patient }: { patient: PatientInfo }): ReactNode {
  const { section = 'overview' } = page.useSearch();
  const navigate = page.useNavigate();
  const { patientId } = patient;
  // The overview brings the counts.
  const overview = useQuery({ ...overviewOf(patientId), enabled: section === 'overview' });
  const { data } = useQuery({
    ...queryOf(getSectionCounts, { patientId }),
    enabled: section !== 'overview' || overview.isFetched,
  });
  const counts: Partial<Record<TabName, number | null>> = data ?? countsToCome;
  const current = tabOf(section);
  const open = (next: string | null) => {
    if (next === 'clinical') void navigate({ search: { section: 'conditions' } });
    const found = patientSections.find((name) => name === next);
    if (found !== undefined) void navigate({ search: { section: found === 'overview' ? undefined : found } });
  };
  return (
    <Tabs value={current} onChange={open} className={classes.tabs} keepMounted={false}>
      {clinicalSections.map((name) => (
        <SectionCommand key={name} section={name} patient={patient} />
      ))}
      <TabRow names={tabNames} current={current} titles={titles} counts={counts} onOpen={open} />
      {tabNames.map((name) => (
        <Tabs.Panel key={name} value={name} className={classes.panel}>
          <Content tab={name} patient={patient} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

const appointmentColumns: readonly Column<Appointment>[] = [
  {
    title: 'Time',
    isShort: true,
    sortBy: ({ appointmentTime }) => appointmentTime,
    render: (appointment) => <PlaceTimeText at={appointment.appointmentTime} timeZone={appointment.timeZone} />,
  },
  { title: 'Description', render: ({ description, service }) => [description, service].filter(Boolean).join(' · ') },
  { title: 'Provider', render: ({ providerName }) => providerName },
  { title: 'Where', render: ({ addressLabel }) => addressLabel },
  { title: 'Status', isShort: true, render: ({ status }) => appointmentStatusLabels[status] },
  {
    title: 'From referral',
    isShort: true,
    render: ({ referralId }) =>
      referralId !== null && (
        <Link from="/Patient/$patientId" search={{ section: 'referrals', referralId }}>
          Open referral
        </Link>
      ),
  },
];

/** A patient's appointments, newest first. */
function Appointments({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listAppointments, { patientId }));
  return (
    <QueryTable
      label="Appointments"
      columns={appointmentColumns}
      query={query}
      items={({ items }) => items}
      sorted={{ title: 'Time', direction: 'descending' }}
      rowKey={(appointment) => appointment.patientAppointmentId}
      emptyTitle="No appointments on file"
      emptyIcon={<IconCalendarEvent size={24} />}
    />
  );
}

/** The tasks about a patient; the open one is kept in the address. */
function PatientTasks({ patient }: { patient: PatientInfo }): ReactNode {
  const { taskId: openId } = page.useSearch();
  const navigate = page.useNavigate();
  const open = (taskId: number | undefined) =>
    void navigate({ search: { section: 'tasks', taskId }, replace: taskId === undefined });
  return (
    <div className={classes.tasks}>
      <TaskList
        patientId={patient.patientId}
        allowance={patient.can.addEncounter}
        opened={{ openId, onOpen: open, isInAddress: true }}
      />
    </div>
  );
}

/**
 * A patient's charts, next to the selected one. It and the choices of the tree are kept in the address. If the address
 * names an encounter, its newest document is shown until another chart is selected.
 */
function PatientDocuments({ patientId }: { patientId: number }): ReactNode {
  const search = page.useSearch();
  const navigate = page.useNavigate();
  /** Checked charts, to be faxed or sent. */
  const [selected, setSelected] = useState<ChartSelection[]>([]);
  const choices = choicesIn(search);
  // The query of the panel.
  const { data } = useQuery({ ...chartsOf(patientId, choices.showArchived), placeholderData: keepPreviousData });
  const sendable = useMemo(
    () => (data === undefined ? selected : sendableOf(chartItemsOf(patientId, data), selected)),
    [patientId, data, selected],
  );
  const { patientEncounterId } = search;
  const newest = data?.documents.find((document) => document.patientEncounterId === patientEncounterId);
  const show = (key: string | null) =>
    void navigate({ search: { section: 'documents', ...choices, ...(key !== null && addressOf(key)) } });
  return (
    <div className={classes.charts}>
      <ChartPanel
        patientId={patientId}
        label="Charts of the patient"
        picking={{ selected: sendable, onSelect: setSelected }}
        actions={
          <>
            <ShareChartsButtons patientId={patientId} selected={sendable} />
            <RoomLink patientId={patientId} />
          </>
        }
        shownKey={keyInAddress(search) ?? (newest === undefined ? null : documentKey(newest.patientDocumentId))}
        onShow={show}
        choices={choices}
        onChoose={(chosen) => void navigate({ search: { ...search, ...chosen }, replace: true })}
        onUploaded={([first]) => first !== undefined && show(documentKey(first))}
      />
    </div>
  );
}
