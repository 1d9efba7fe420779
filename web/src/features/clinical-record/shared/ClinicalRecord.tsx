import { countClinicalRecord } from '@careloop/contracts/clinical-record';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { TabRow } from '../../../ui/TabRow.tsx';
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
  // The server counts up to 1,000.
  const known: Partial<Record<string, number>> = { ...data, conditions: conditionCount, history: data?.background };
  const shown = (count: number | undefined) => (count !== undefined && count >= 1000 ? '1,000+' : (count ?? null));
  const counts = Object.fromEntries(clinicalSections.map((name) => [name, shown(known[name])]));
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
      <TabRow
        label="Clinical record"
        names={clinicalSections}
        current={section}
        titles={clinicalTitles}
        counts={counts}
        onOpen={onSection}
      />
      {clinicalSections.map((name) => (
        <Tabs.Panel key={name} value={name} className={classes['panel']}>
          <Content section={name} patientId={patientId} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
