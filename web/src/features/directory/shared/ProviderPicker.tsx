import {
  noDistanceText,
  providerPageSize,
  type ProviderSearchItem,
  type Specialty,
} from '@careloop/contracts/directory';
import { Button, Grid, Group, Input, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconUserSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useGroupFocus, type Focusable } from '../../../ui/focus.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { AdvancedSearch } from './aps/AdvancedSearch.tsx';
import { toSearchItem } from '@careloop/contracts/directory/search';
import { useEnforcedPreference } from './aps/apsQueries.ts';
import classes from './ProviderPicker.module.css';
import { foundText, providerKey, providerPages } from './providerQueries.ts';
import { ProviderRow } from './ProviderRow.tsx';
import { SpecialtySelect } from './SpecialtySelect.tsx';

export interface ProviderPickerProps {
  /** Distances are from this patient. */
  patientId: number;
  value: ProviderSearchItem | null;
  onChange: (provider: ProviderSearchItem | null) => void;
  error?: ReactNode;
  /** The `healthcareProviderId` of people who are not offered. */
  excludePersonIds?: readonly (number | null | undefined)[];
  /** Specialty preselected in the search; one that is known later applies unless the user has chosen another. */
  initialSpecialty?: Specialty | null;
  ref?: Ref<Focusable>;
}

/** The provider search as a field: by name and specialty, nearest first; more criteria in its dialog. */
export function ProviderPicker({ ref, ...props }: ProviderPickerProps): ReactNode {
  const { patientId, value, onChange, error, excludePersonIds = [], initialSpecialty = null } = props;
  const excluded = excludePersonIds.filter((id) => id != null);
  const [searchTerm, setSearchTerm] = useState('');
  /** Term for which Enter was pressed: its only match is selected. */
  const [enteredTerm, setEnteredTerm] = useState<string>();
  const [ownSpecialty, setSpecialty] = useState<Specialty | null>();
  const specialty = ownSpecialty === undefined ? initialSpecialty : ownSpecialty;
  const [isAdvanced, setAdvanced] = useState(false);
  const { frame, choose: take } = useKeptFocus(value, onChange, ref);
  const mayTake = useEnforcedPreference(patientId);
  const choose = async (provider: ProviderSearchItem | null) => {
    if (provider === null || (await mayTake(provider))) take(provider);
  };
  if (value !== null) return <ChosenProvider provider={value} onChange={take} error={error} frame={frame} />;
  return (
    <Stack gap="sm" className={classes.frame} ref={frame}>
      <Grid gap="sm" align="flex-end">
        <Grid.Col span={{ base: 6, xs: 7 }}>
          <Input.Wrapper label="Provider name" component="div" labelElement="div">
            <SearchBox
              label="Provider name"
              placeholder="Search by name"
              value={searchTerm}
              onSearch={(term) => {
                setSearchTerm(term);
                setEnteredTerm(undefined);
              }}
              onEnter={setEnteredTerm}
            />
          </Input.Wrapper>
        </Grid.Col>
        <Grid.Col span={{ base: 6, xs: 5 }}>
          <SpecialtySelect label="Specialty" placeholder="Any specialty" value={specialty} onChange={setSpecialty} />
        </Grid.Col>
      </Grid>
      <Button
        variant="subtle"
        size="compact-sm"
        flex="none"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        onClick={() => setAdvanced(true)}
      >
        Advanced Provider Search
      </Button>
      <Results
        patientId={patientId}
        excludePersonIds={excluded}
        searchTerm={searchTerm}
        healthcareProviderSpecialtyId={specialty?.healthcareProviderSpecialtyId}
        takesOnly={enteredTerm !== undefined && enteredTerm !== '' && enteredTerm === searchTerm}
        onChange={(provider) => void choose(provider)}
        error={error}
      />
      {isAdvanced && (
        <AdvancedSearch
          patientId={patientId}
          initial={{ specialities: specialty === null ? [] : [specialty.healthcareProviderSpecialtyId] }}
          excludePersonIds={excluded}
          onChoose={(provider) => {
            setAdvanced(false);
            take(toSearchItem(provider));
          }}
          onClose={() => setAdvanced(false)}
        />
      )}
    </Stack>
  );
}

/** Selecting or clearing removes the pressed button, so the focus moves to what replaces it. */
function useKeptFocus(
  value: ProviderSearchItem | null,
  onChange: ProviderPickerProps['onChange'],
  ref: Ref<Focusable> | undefined,
) {
  const frame = useGroupFocus(ref);
  const shown = useRef(value);
  const isChosenHere = useRef(false);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    if (isChosenHere.current) frame.current?.querySelector<HTMLElement>('button, input')?.focus();
    isChosenHere.current = false;
  }, [value, frame]);
  const choose = (provider: ProviderSearchItem | null) => {
    isChosenHere.current = true;
    onChange(provider);
  };
  return { frame, choose };
}

interface ChosenProviderProps extends Pick<ProviderPickerProps, 'onChange' | 'error'> {
  provider: ProviderSearchItem;
  frame: RefObject<HTMLDivElement | null>;
}

function ChosenProvider({ provider, onChange, error, frame }: ChosenProviderProps): ReactNode {
  return (
    <div>
      <Group wrap="nowrap" gap="md" className={classes.chosen} ref={frame}>
        <ProviderRow provider={provider} isChosen />
        <Button variant="default" size="compact-sm" flex="none" onClick={() => onChange(null)}>
          Change provider
        </Button>
      </Group>
      <Input.Error role="alert" mt={4}>
        {error}
      </Input.Error>
    </div>
  );
}

interface ResultsProps extends Pick<ProviderPickerProps, 'patientId' | 'onChange' | 'error'> {
  excludePersonIds: readonly number[];
  searchTerm: string;
  healthcareProviderSpecialtyId: number | undefined;
  /** Whether a single match is selected automatically. */
  takesOnly: boolean;
}

function Results({ onChange, error, takesOnly, excludePersonIds, ...input }: ResultsProps): ReactNode {
  // The search leaves out one person.
  const query = useInfiniteQuery(providerPages({ ...input, excludePersonId: excludePersonIds[0] }));
  const found = pagedItems(query.data);
  const providers = found.filter(({ healthcareProviderId }) => !excludePersonIds.includes(healthcareProviderId));
  const only =
    takesOnly && !query.isFetching && !query.hasNextPage && providers.length === 1 ? providers[0] : undefined;
  const takeOnly = useEffectEvent((provider: ProviderSearchItem) => onChange(provider));
  useEffect(() => {
    if (only !== undefined) takeOnly(only);
  }, [only]);
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton count={5} />} />;
  return (
    <div>
      {/* Above the results, which may be longer than the screen. */}
      <Input.Error role="alert" mb={error ? 4 : 0}>
        {error}
      </Input.Error>
      <ul aria-label="Providers" className={classes.results}>
        {providers.length === 0 && (
          <EmptyState
            icon={<IconUserSearch size={32} />}
            title="No providers were found."
            text="Check the spelling or choose another specialty."
          />
        )}
        {providers.map((provider) => (
          <li key={providerKey(provider)}>
            <UnstyledButton className={classes.choice} onClick={() => onChange(provider)} onKeyDown={moveFocus}>
              <ProviderRow provider={provider} />
            </UnstyledButton>
          </li>
        ))}
        {query.hasNextPage && (
          <li>
            <Button
              variant="subtle"
              fullWidth
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              More providers
            </Button>
          </li>
        )}
      </ul>
      <Group justify="flex-end" mt={4} fz="xs">
        <Text inherit c="dimmed" role="status">
          {providers.length > 0 && resultText(providers, query.hasNextPage)}
        </Text>
      </Group>
    </div>
  );
}

/** How many were found, nearest first; without the patient's position, no distance is known and the order is another. */
function resultText(providers: readonly ProviderSearchItem[], hasMore: boolean): string {
  const textWith = (order: string) => foundText(providers.length, providerPageSize, hasMore, order);
  const hasDistance = providers.some(({ distance }) => distance !== null);
  return hasDistance ? textWith(', nearest first') : `${noDistanceText(true)} ${textWith('')}`;
}

/** Arrow keys move from result to result. */
function moveFocus(event: KeyboardEvent<HTMLButtonElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])];
  const from = buttons.findIndex((button) => button === event.currentTarget);
  buttons[from + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}
