import { countClinicalRecord } from '@careloop/contracts/clinical-record';
import { Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import tabRow from '../../../ui/tabRow.module.css';
import { useTabInView } from '../../../ui/useTabInView.ts';
import { Allergies } from './Allergies.tsx';
import classes from './ClinicalRecord.module.css';
import { Medications } from './Medications.tsx';
import { History, Immunizations, Plans, Procedures } from './OtherLists.tsx';
import { Problems } from './Problems.tsx';
import { Results } from './Results.tsx';
import { clinicalSections, type ClinicalSection } from './search.ts';

/** Names of the sections, also in the command palette. */
export const clinicalTitles: Record<ClinicalSection, string> = {
  conditions: 'Conditions',
  medications: 'Medications',
  allergies: 'Allergies',
  results: 'Results',
  immunizations: 'Immunizations',
  procedures: 'Procedures',
  plans: 'Plans',
  history: 'History',
};

interface ClinicalRecordProps {
  patientId: number;
  section: ClinicalSection;
  conditionCount: number | undefined;
  onSection: (section: ClinicalSection) => void;
}

function Content({ section, patientId }: Pick<ClinicalRecordProps, 'section' | 'patientId'>): ReactNode {
  switch (section) {
    case 'conditions':
      return <Problems patientId={patientId} />;
    case 'medications':
      return <Medications patientId={patientId} />;
    case 'allergies':
      return <Allergies patientId={patientId} />;
    case 'results':
      return <Results patientId={patientId} />;
    case 'immunizations':
      return <Immunizations patientId={patientId} />;
    case 'procedures':
      return <Procedures patientId={patientId} />;
    case 'plans':
      return <Plans patientId={patientId} />;
    case 'history':
      return <History patientId={patientId} />;
  }
}

/** The sections of the clinical record with their counts, below the tabs of the patient's page. */
export function ClinicalRecord({ patientId, section, conditionCount, onSection }: ClinicalRecordProps): ReactNode {
  const { data } = useQuery(queryOf(countClinicalRecord, { patientId }));
  const counts: Partial<Record<ClinicalSection, number | undefined>> = {
    ...data,
    conditions: conditionCount,
    history: data?.background,
  };
  const tabs = useTabInView(clinicalSections.indexOf(section));
  return (
    <Tabs
      value={section}
      variant="pills"
      onChange={(next) => {
        const found = clinicalSections.find((name) => name === next);
        if (found !== undefined) onSection(found);
      }}
      className={classes['tabs']}
      keepMounted={false}
    >
      <Tabs.List ref={tabs} className={`${classes['tabList']} ${tabRow['tabRow']}`} aria-label="Clinical record">
        {clinicalSections.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {clinicalTitles[name]}
            {counts[name] !== undefined && (
              <Text span inherit c={name === section ? undefined : 'dimmed'} fw={400}>
                {' '}
                {counts[name] >= 1000 ? '1,000+' : counts[name]}
              </Text>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {clinicalSections.map((name) => (
        <Tabs.Panel key={name} value={name} className={classes['panel']}>
          <Content section={name} patientId={patientId} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
