import {
  addressDialogTexts,
  findAddresses,
  getSuggestedAddresses,
  type addressSearchForm,
  type FoundPlace,
} from '@careloop/contracts/directory/addresses';
import { isFullAddress } from '@careloop/contracts/fields/address';
import { Button, Text } from '@mantine/core';
import { IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { queryOf } from '../../../../api/query.ts';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { LoadingCallout } from '../../../../ui/LoadingCallout.tsx';
import { allQueries, QueryState } from '../../../../ui/QueryState.tsx';
import classes from './Addresses.module.css';
import { linesOf } from './addressValues.ts';
import { placeText } from './placeText.ts';
import { StandardizedCallout, useStandardized } from './StandardizedSuggestion.tsx';

type Asked = z.output<typeof addressSearchForm>;

interface FoundPlacesProps {
  /** The search; undefined before the first one. */
  asked: Asked | undefined;
  /** Places the provider already has. */
  ownAddressIds: ReadonlySet<number>;
  /** Called to add the provider at a found or new place. */
  onUse: (place: Partial<FoundPlace>) => void;
  /** Button that adds the typed address. */
  action: ReactNode;
}

const emptySearch = { officePhone: '' };

/** The right side of Add/Find Address: instructions, progress, found places, and the standardized address. */
export function FoundPlaces({ asked, ownAddressIds, onUse, action }: FoundPlacesProps): ReactNode {
  const lines = linesOf({ ...asked, zipcode: asked?.zip ?? null });
  const isFull = asked !== undefined && isFullAddress(lines);
  const found = useQuery({
    ...queryOf(findAddresses, asked ? criteriaOf(asked) : emptySearch),
    enabled: asked !== undefined,
  });
  // Fetched once for the same lines.
  const suggested = useQuery({ ...queryOf(getSuggestedAddresses, lines), enabled: isFull });
  const standardized = useStandardized(lines, isFull);
  if (asked === undefined) return <Instructions />;
  if (found.data === undefined || (isFull && suggested.data === undefined)) {
    const awaited = allQueries(isFull ? [found, suggested] : [found]);
    return <QueryState query={awaited} loading={<LoadingCallout>{addressDialogTexts.searching}</LoadingCallout>} />;
  }
  const places = distinct([...(suggested.data?.items ?? []), ...found.data.items]);
  return (
    <>
      <StandardizedCallout query={standardized} typed={lines} onTake={onUse} label="Add standardized address" />
      {places.length === 0 ? (
        <div role="status">
          <EmptyState
            icon={<IconMapPinOff size={24} aria-hidden />}
            title={addressDialogTexts.noResults}
            text={addressDialogTexts.noVariations}
          />
        </div>
      ) : (
        <ul className={classes['places']} aria-label="Addresses found">
          {places.map((place) => (
            <PlaceRow key={place.id} place={place} isOwn={ownAddressIds.has(place.id)} onUse={onUse} />
          ))}
        </ul>
      )}
      {found.data.hasMore && (
        <Text fz="sm" c="dimmed">
          Only the first addresses are shown. Type more of the address to narrow them down.
        </Text>
      )}
      <div className={classes['asTyped']}>
        {action}
        {!isFull && (
          <Text fz="sm" c="dimmed">
            A new address needs address, city, state and zip.
          </Text>
        )}
      </div>
    </>
  );
}

function Instructions(): ReactNode {
  return (
    <EmptyState
      icon={<IconMapPin size={24} aria-hidden />}
      title="Search before you add"
      text="Enter a label or an address together with a ZIP code or a city and state, or enter a phone or fax number. Addresses already in the directory are shown here."
    />
  );
}

interface PlaceRowProps {
  place: FoundPlace;
  isOwn: boolean;
  onUse: FoundPlacesProps['onUse'];
}

function PlaceRow({ place, isOwn, onUse }: PlaceRowProps): ReactNode {
  const { totalProviders, totalAppointments, providers, organizations } = place;
  const text = placeText(place);
  const names = providers.map(({ name, specialty }) => (specialty === null ? name : `${name} (${specialty})`));
  const further = totalProviders - providers.length;
  return (
    <li>
      <div className={classes['words']}>
        <strong>{text}</strong>
        {organizations.length > 0 && <span>{organizations.join(' · ')}</span>}
        <span>
          {count(totalProviders, 'provider')} · {count(totalAppointments, 'appointment')}
        </span>
        {names.length > 0 && <span>{[...names, further > 0 && `${further} more`].filter(Boolean).join(', ')}</span>}
      </div>
      {isOwn ? (
        <Text fz="sm" c="dimmed">
          Already an address of this provider
        </Text>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Use this address: ${text}`}
          onClick={() => onUse(place)}
        >
          Use this address
        </Button>
      )}
    </li>
  );
}

const count = (number: number, what: string) => `${number} ${number === 1 ? what : `${what}s`}`;

function distinct(places: readonly FoundPlace[]): FoundPlace[] {
  return [...new Map(places.map((place) => [place.id, place])).values()];
}

function criteriaOf({ label, zip, address1, address2, city, state, officePhone, faxNumber }: Asked) {
  return { addressLabel: label, zipcode: zip, address1, address2, city, state, officePhone, faxNumber };
}
