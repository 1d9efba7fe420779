import { listPatients, type PatientListItem } from '@careloop/contracts/patients';
import { Combobox, TextInput, useCombobox } from '@mantine/core';
import { IconBolt, IconSearch, IconUser } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { patientName } from '../features/patients/shared/PatientBanner.tsx';
import { useSession } from '../session/useSession.ts';
import { useCommands } from '../ui/commands.ts';
import { formatBirth } from '../ui/dates.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { useFound } from '../ui/useFound.ts';
import { destinationsOf } from './destinations.ts';
import { useShellCommands } from './shellCommands.ts';
import classes from './Palette.module.css';

interface Entry {
  key: string;
  label: string;
  detail?: string;
  keywords?: string;
  icon: ReactNode;
  run: () => void;
}

/** Characters before patients are looked for, and the pause in typing (specification 1, sections 5 and 9). */
const patientSearch = { minimum: 3, debounce: 400 };
/** Patients shown; the whole list is one entry away. */
const shownPatients = 6;

const findPatients = async (searchTerm: string, signal: AbortSignal) =>
  (await call(listPatients, { searchTerm }, { signal })).items.slice(0, shownPatients);

/** Patients, screens and actions, by typing. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title="Go to or do" size={560} yOffset="10vh" withCloseButton={false}>
      <Finder onClose={onClose} />
    </Dialog>
  );
}

function Finder({ onClose }: { onClose: () => void }): ReactNode {
  const [term, setTerm] = useState('');
  const { found, find } = useFound({ search: findPatients, ...patientSearch });
  const combobox = useCombobox({ opened: true, loop: true });
  const words = term.trim().toLowerCase();
  const screens = matching(useScreens(), words);
  const actions = matching(useActions(), words);
  const patients = usePatientEntries(words.length < patientSearch.minimum ? [] : found.items);
  const groups = [
    { name: 'Patients', entries: patients },
    { name: 'Screens', entries: screens },
    { name: 'Actions', entries: actions },
  ].filter(({ entries }) => entries.length > 0);
  const entries = groups.flatMap((group) => group.entries);
  const shown = entries.map((entry) => entry.key).join();
  const selectFirst = useEffectEvent(() => void combobox.selectFirstOption());
  useEffect(() => {
    if (shown !== '') selectFirst();
  }, [shown]);

  const choose = (key: string) => {
    onClose();
    entries.find((entry) => entry.key === key)?.run();
  };
  const isSearching = words.length >= patientSearch.minimum && found.state === 'searching';
  return (
    <Combobox store={combobox} onOptionSubmit={choose}>
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          aria-label="Search patients, screens and actions"
          placeholder="Patient name, date of birth, MRN, screen or action"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={term}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          // The list takes the key for closing itself; here it is always open.
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
          }}
          onChange={(event) => {
            setTerm(event.currentTarget.value);
            find(event.currentTarget.value);
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options className={classes['options']} aria-label="Matches">
        {groups.map(({ name, entries: members }) => (
          <Combobox.Group key={name} label={name}>
            {members.map((entry) => (
              <Combobox.Option key={entry.key} value={entry.key} className={classes['option']}>
                <span className={classes['icon']}>{entry.icon}</span>
                <span className={classes['label']}>{entry.label}</span>
                <span className={classes['detail']}>{entry.detail}</span>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
      </Combobox.Options>
      <p className={classes['hint']} role="status">
        {isSearching && 'Searching patients…'}
        {!isSearching && found.state === 'failed' && 'Patients could not be searched. Type again to retry.'}
        {!isSearching && found.state !== 'failed' && entries.length === 0 && 'No results found'}
      </p>
    </Combobox>
  );
}

function matching(entries: readonly Entry[], words: string): readonly Entry[] {
  return entries.filter(({ label, keywords = '' }) => `${label} ${keywords}`.toLowerCase().includes(words));
}

function useScreens(): readonly Entry[] {
  const navigate = useNavigate();
  return destinationsOf(useSession()).map(({ to, label, about, icon: ScreenIcon }) => ({
    key: `screen ${to}`,
    label,
    detail: about,
    icon: <ScreenIcon size={18} stroke={1.6} aria-hidden />,
    run: () => void navigate({ to }),
  }));
}

function useActions(): readonly Entry[] {
  const commands = [...useCommands(), ...useShellCommands()];
  return commands.map(({ label, keywords, run }) => ({
    key: `action ${label}`,
    label,
    keywords,
    icon: <IconBolt size={18} stroke={1.6} aria-hidden />,
    run,
  }));
}

function usePatientEntries(patients: readonly PatientListItem[]): readonly Entry[] {
  const navigate = useNavigate();
  return patients.map((patient) => ({
    key: `patient ${patient.patientId}`,
    label: patientName(patient),
    detail: `${formatBirth(patient.dateOfBirth, patient.deceasedOn)} · MRN ${patient.mrn}`,
    icon: <IconUser size={18} stroke={1.6} aria-hidden />,
    run: () => void navigate({ to: '/Patient/$patientId', params: { patientId: String(patient.patientId) } }),
  }));
}
