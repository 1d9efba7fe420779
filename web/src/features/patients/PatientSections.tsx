import type { PatientInfo } from '@careloop/contracts/patients';
import { Tabs, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { patientSections, type SectionName } from './search.ts';
import { Activities } from './Activities.tsx';
import { Appointments } from './Appointments.tsx';
import { CareTeam } from '../care-teams/shared/CareTeam.tsx';
import { Conditions } from './Conditions.tsx';
import { Encounters } from './Encounters.tsx';
import { Overview } from './Overview.tsx';
import { PatientDocuments } from './PatientDocuments.tsx';
import classes from './PatientRecord.module.css';
import { DemographicsTab } from './record/DemographicsTab.tsx';
import { SentDeliveries } from '../sharing/shared/SentDeliveries.tsx';
import { PatientConsultations } from './PatientConsultations.tsx';
import { TextMessages } from '../sharing/shared/texts.tsx';
import { PatientReferrals } from './PatientReferrals.tsx';
import { PatientTasks } from './PatientTasks.tsx';
import tabRow from '../../ui/tabRow.module.css';
import { useTabInView } from '../../ui/useTabInView.ts';

const titles: Record<SectionName, string> = {
  overview: 'Overview',
  demographics: 'Demographics',
  encounters: 'Encounters',
  conditions: 'Conditions',
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
const isSection = (value: string | null): value is SectionName => patientSections.some((name) => name === value);

function Content({ section, patient }: { section: SectionName; patient: PatientInfo }): ReactNode {
  const { patientId } = patient;
  switch (section) {
    case 'overview':
      return <Overview patient={patient} />;
    case 'demographics':
      return <DemographicsTab patientId={patientId} />;
    case 'encounters':
      return <Encounters patientId={patientId} />;
    case 'conditions':
      return <Conditions patientId={patientId} />;
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

/** The sections of the patient's page; the selected one is kept in the address. */
export function PatientSections({ patient }: { patient: PatientInfo }): ReactNode {
  const { section = 'overview' } = page.useSearch();
  const navigate = page.useNavigate();
  const counts: Partial<Record<SectionName, number>> = patient.sectionCounts;
  const tabs = useTabInView(patientSections.indexOf(section));
  return (
    <Tabs
      value={section}
      onChange={(next) => {
        if (isSection(next)) void navigate({ search: { section: next === 'overview' ? undefined : next } });
      }}
      className={classes.tabs}
      keepMounted={false}
    >
      <Tabs.List ref={tabs} className={`${classes.tabList} ${tabRow.tabRow}`}>
        {patientSections.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {titles[name]}
            {counts[name] !== undefined && (
              <Text span inherit c="dimmed" fw={400}>
                {' '}
                {counts[name]}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {patientSections.map((name) => (
        <Tabs.Panel key={name} value={name} className={classes.panel}>
          <Content section={name} patient={patient} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
