import {
  narrowSearchText,
  noDistanceText,
  type ProviderSearchItem,
  type Specialty,
} from '@careloop/contracts/directory';
import { mostChoices, type ProviderChoice } from '@careloop/contracts/directory/choices';
import { Button, Grid, Group, Input, Stack, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconUserSearch } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode, type Ref, type RefObject } from 'react';
import { pagedItems } from '../../../api/pages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useGroupFocus, type Focusable } from '../../../ui/focus.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { useResultsInSight } from '../../../ui/useResultsInSight.ts';
import { AdvancedSearch } from './aps/AdvancedSearch.tsx';
import { apsTexts, toSearchItem } from '@careloop/contracts/directory/search';
import { useEnforcedPreference } from './aps/apsQueries.ts';
import classes from './ProviderPicker.module.css';
import { ChoiceList } from './choices/ChoiceList.tsx';
import { chosenAt, evidenceOf, figuresPeriod, specialtyFigures } from './choices/choiceWords.ts';
import { ChosenChips } from './choices/ChosenChips.tsx';
import { choicePages } from './providerQueries.ts';
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

/** The provider search as a field: by name or specialty, the best fit first; more criteria in its dialog. */
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
  if (value !== null)
    return <ChosenProvider provider={value} patientId={patientId} onChange={take} error={error} frame={frame} />;
  return (
    <Stack gap="sm" className={classes.frame} ref={frame}>
      <Grid gap="sm" align="flex-end">
        {/* One below the other on a phone: names of specialties are long. */}
        <Grid.Col span={{ base: 12, xs: 7 }}>
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
        <Grid.Col span={{ base: 12, xs: 5 }}>
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
        specialty={specialty}
        onAnySpecialty={() => setSpecialty(null)}
        frame={frame}
        isAsked={searchTerm !== '' || Boolean(ownSpecialty)}
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

interface ChosenProviderProps extends Pick<ProviderPickerProps, 'patientId' | 'onChange' | 'error'> {
  provider: ProviderSearchItem;
  frame: RefObject<HTMLDivElement | null>;
}

function ChosenProvider({ provider, patientId, onChange, error, frame }: ChosenProviderProps): ReactNode {
  return (
    <div>
      <Group wrap="nowrap" gap="md" className={classes.chosen} ref={frame}>
        <ProviderRow provider={provider} />
        <Button variant="default" size="compact-sm" flex="none" onClick={() => onChange(null)}>
          Change provider
        </Button>
      </Group>
      <ChosenChips patientId={patientId} provider={provider} />
      <Input.Error role="alert" mt={4}>
        {error}
      </Input.Error>
    </div>
  );
}

interface ResultsProps extends Pick<ProviderPickerProps, 'patientId' | 'onChange' | 'error'> {
  excludePersonIds: readonly number[];
  searchTerm: string;
  specialty: Specialty | null;
  /** Searches all specialties. */
  onAnySpecialty: () => void;
  /** The search and its results. */
  frame: RefObject<HTMLDivElement | null>;
  /** Whether the user asked, rather than what is known of the request. */
  isAsked: boolean;
  /** Whether a single match is selected automatically. */
  takesOnly: boolean;
}

/** Nothing was found, or nothing searched yet. */
function NoProviders({ searchTerm, specialty, onAnySpecialty }: ResultsProps): ReactNode {
  const icon = <IconUserSearch size={32} />;
  if (searchTerm === '' && specialty === null) {
    const text = 'Providers are then listed, those that fit this patient best first.';
    return <EmptyState icon={icon} title="Choose a specialty or type a name" text={text} />;
  }
  if (searchTerm === '' || specialty === null) {
    return <EmptyState icon={icon} title={apsTexts.none} text="Check the spelling or choose another specialty." />;
  }
  // Without a picture, so that the text is in sight in a dialog.
  return (
    <EmptyState
      title={apsTexts.none}
      text={`Only ${specialty.name} was searched. Check the spelling, or search all specialties.`}
      action={
        <Button variant="default" onClick={onAnySpecialty}>
          Search all specialties
        </Button>
      }
    />
  );
}

function Results(props: ResultsProps): ReactNode {
  const { onChange, error, takesOnly, excludePersonIds, patientId, searchTerm, specialty } = props;
  const input = { patientId, searchTerm, healthcareProviderSpecialtyId: specialty?.healthcareProviderSpecialtyId };
  // The search leaves out one person.
  const query = useInfiniteQuery(choicePages({ ...input, excludePersonId: excludePersonIds[0] }));
  const [first] = query.data?.pages ?? [];
  const found = pagedItems(query.data);
  const choices = found.filter(({ healthcareProviderId }) => !excludePersonIds.includes(healthcareProviderId));
  const [one] = choices;
  const isOnly = takesOnly && !query.isFetching && !query.hasNextPage && choices.length === 1;
  // Which of several places is meant is not known.
  const only = isOnly && one !== undefined && one.placeCount <= 1 ? one : undefined;
  const choose = (choice: ProviderChoice, place: ProviderChoice['places'][number] | undefined) =>
    onChange(chosenAt(choice, place, evidenceOf(choices, choice)));
  const takeOnly = useEffectEvent((choice: ProviderChoice) => choose(choice, choice.places[0]));
  useEffect(() => {
    if (only !== undefined) takeOnly(only);
  }, [only]);
  const results = useRef<HTMLDivElement>(null);
  const asked = props.isAsked && query.data !== undefined ? `${specialty?.name} ${searchTerm}` : undefined;
  useResultsInSight(props.frame, results, asked);
  if (query.data === undefined || first === undefined)
    return <QueryState query={query} loading={<ListSkeleton count={5} />} />;
  const { plans, figuresClientName, isLimited } = first;
  const hasFigures = figuresClientName !== null && choices.some(({ figures }) => figures !== null);
  return (
    <div ref={results}>
      {/* Above the results, which may be longer than the screen. */}
      <Input.Error role="alert" mb={error ? 4 : 0}>
        {error}
      </Input.Error>
      {choices.length === 0 ? (
        <div className={classes.results}>
          <NoProviders {...props} />
        </div>
      ) : (
        <>
          {specialtyFigures(choices).map((line) => (
            <Text key={line} fz="xs" c="dimmed" mb={4}>
              {line}
            </Text>
          ))}
          <ChoiceList
            choices={choices}
            plans={plans}
            onChoose={choose}
            onEnd={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
          />
        </>
      )}
      {query.hasNextPage && (
        <Button
          variant="subtle"
          fullWidth
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          More providers
        </Button>
      )}
      <Group justify="space-between" gap="xs" mt={4} fz="xs" c="dimmed">
        <Text inherit>
          {choices.length > 0 && `Plans: ${plans.length === 0 ? 'no active plan on file' : plans.join(', ')}. `}
          {hasFigures && figuresPeriod(figuresClientName)}
        </Text>
        <Text inherit role="status">
          {choices.length > 0 && resultText(choices, { hasMore: query.hasNextPage, isLimited })}
        </Text>
      </Group>
    </div>
  );
}

/** How many were found, in which order, and of how many at most. */
function resultText(
  choices: readonly ProviderChoice[],
  { hasMore, isLimited }: { hasMore: boolean; isLimited: boolean },
) {
  const hasDistance = choices.some(({ distance }) => distance !== null);
  const found = `${choices.length}${hasMore ? ' or more' : ''} found, best fit first`;
  const limit = isLimited ? `. ${hasDistance ? `The nearest ${mostChoices}` : mostChoices} are compared` : '';
  return `${hasDistance ? '' : `${noDistanceText(true)} `}${found}${limit}${isLimited ? `. ${narrowSearchText}` : ''}`;
}
