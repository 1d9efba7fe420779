import { addressText } from '@careloop/contracts/directory/addressText';
import type { ProviderChoice } from '@careloop/contracts/directory/choices';
import { Text } from '@mantine/core';
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { officePhoneText } from '../address.ts';
import { Distance } from '../Distance.tsx';
import { ChoiceChips } from './ChoiceChips.tsx';
import { figureWords } from './choiceWords.ts';
import { placeReason } from './placeReason.ts';
import classes from './ChoiceList.module.css';

type Place = ProviderChoice['places'][number];

/** A provider at one of their places, or without any. */
interface Option {
  choice: ProviderChoice;
  place: Place | undefined;
  id: string;
}

interface ChoiceListProps {
  choices: readonly ProviderChoice[];
  plans: readonly string[];
  onChoose: (choice: ProviderChoice, place: Place | undefined) => void;
  /** Called when the user moves past the last one. */
  onEnd?: (() => void) | undefined;
}

/**
 * The providers found, one row each with the places inside, as one list box: a single Tab stop, in which arrow keys, Home and
 * End move from place to place.
 */
export function ChoiceList({ choices, plans, onChoose, onEnd }: ChoiceListProps): ReactNode {
  const listId = useId();
  const list = useRef<HTMLDivElement>(null);
  const [activeId, setActiveId] = useState<string>();
  const options = choices.flatMap((choice) => optionsOf(choice, listId));
  const active = Math.max(
    0,
    options.findIndex(({ id }) => id === activeId),
  );
  const move = (to: number) => {
    const next = options[Math.min(Math.max(to, 0), options.length - 1)];
    if (next === undefined) return;
    setActiveId(next.id);
    list.current?.querySelector(`#${CSS.escape(next.id)}`)?.scrollIntoView?.({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const targets: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: options.length - 1,
    };
    const target = targets[event.key];
    const chosen = event.key === 'Enter' || event.key === ' ' ? options[active] : undefined;
    if (target === undefined && chosen === undefined) return;
    event.preventDefault();
    if (chosen !== undefined) onChoose(chosen.choice, chosen.place);
    if (target === undefined) return;
    if (target >= options.length) onEnd?.();
    move(target);
  };
  /** A click on a provider selects the nearest place, one on a place that place. */
  const click = ({ target }: MouseEvent) => {
    if (!(target instanceof Element)) return;
    const row = target.closest('[role=option]') ?? target.closest('[role=group]')?.querySelector('[role=option]');
    const chosen = options.find(({ id }) => id === row?.id);
    if (chosen !== undefined) onChoose(chosen.choice, chosen.place);
  };
  return (
    <div
      ref={list}
      role="listbox"
      aria-label="Providers"
      tabIndex={0}
      aria-activedescendant={options[active]?.id}
      className={classes['list']}
      onKeyDown={press}
      onClick={click}
    >
      {choices.map((choice, index) => (
        <ChoiceRow
          key={choice.healthcareProviderId}
          choice={choice}
          plans={plans}
          reason={placeReason(choices, index)}
          options={optionsOf(choice, listId)}
          activeId={options[active]?.id}
        />
      ))}
    </div>
  );
}

function optionsOf(choice: ProviderChoice, listId: string): Option[] {
  const places: (Place | undefined)[] = choice.places.length === 0 ? [undefined] : choice.places;
  return places.map((place) => ({
    choice,
    place,
    id: `${listId}-${choice.healthcareProviderId}-${place?.addressId ?? 'none'}`,
  }));
}

interface ChoiceRowProps {
  choice: ProviderChoice;
  plans: readonly string[];
  /** Why it is one of the first. */
  reason: string;
  options: readonly Option[];
  activeId: string | undefined;
}

/** A provider with chips, figures and places. */
function ChoiceRow({ choice, plans, reason, options, activeId }: ChoiceRowProps): ReactNode {
  const headId = useId();
  const { fullName, degree, specialty, organizationName, places, placeCount, figures } = choice;
  const more = placeCount - places.length;
  return (
    <div role="group" aria-label={[fullName, degree].filter(Boolean).join(', ')} className={classes['row']}>
      <div id={headId}>
        {reason !== '' && (
          <Text fz="xs" fw={600} className={classes['reason']}>
            {reason}
          </Text>
        )}
        <div className={classes['name']}>
          <Text span fw={600}>
            {[fullName, degree].filter(Boolean).join(', ')}
          </Text>{' '}
          <Text span fz="xs" c="dimmed">
            {[specialty ?? 'Specialty not stated', organizationName].filter(Boolean).join(' · ')}
          </Text>
        </div>
        <ChoiceChips choice={choice} plans={plans} />
        {figures?.isOfSpecialty === false && (
          <Text fz="xs" className={classes['figures']}>
            {figureWords(figures).join(' · ')}
          </Text>
        )}
      </div>
      {options.map(({ id, place }) => (
        <div
          key={id}
          id={id}
          role="option"
          // A place is chosen at once and the list goes: none is selected while it is shown.
          aria-selected={false}
          data-active={id === activeId || undefined}
          aria-labelledby={`${headId} ${id}-place`}
          tabIndex={-1}
          className={classes['place']}
        >
          <PlaceLine id={`${id}-place`} choice={choice} place={place} />
        </div>
      ))}
      {more > 0 && (
        <Text fz="xs" c="dimmed">
          {more} more {more === 1 ? 'place' : 'places'} in Advanced Provider Search
        </Text>
      )}
    </div>
  );
}

function PlaceLine({ id, choice, place }: { id: string; choice: ProviderChoice; place: Place | undefined }): ReactNode {
  const { distance = null } = place ?? {};
  const address = place ?? null;
  return (
    <span id={id} className={classes['line']}>
      <Text span fz="sm">
        {addressText(address) || 'Address not stated'}
      </Text>
      <Text span fz="xs" c="dimmed" className={classes['phone']}>
        {officePhoneText({ address, officePhone: choice.officePhone }) || 'Phone not stated'}
      </Text>
      <Text span fz="sm" className={classes['distance']}>
        <Distance miles={distance} hasAddress={place !== undefined} />
      </Text>
    </span>
  );
}
