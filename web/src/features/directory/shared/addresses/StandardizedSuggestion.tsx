import {
  addressDialogTexts,
  getStandardizedAddresses,
  type StandardizedAddress,
} from '@careloop/contracts/directory/addresses';
import { isFullAddress, zipProblem } from '@careloop/contracts/fields/address';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { queryOf } from '../../../../api/query.ts';
import { Callout } from '../../../../ui/Callout.tsx';
import { LoadingCallout } from '../../../../ui/LoadingCallout.tsx';
import { isSameLines, linesOf, type AddressValues, type Lines } from './addressValues.ts';
import { placeText } from './placeText.ts';

/** Debounce in milliseconds. */
const pauseMs = 500;

/** The standardized form of complete lines; each spelling is looked up once. */
export function useStandardized(lines: Lines, isWanted: boolean) {
  const isFull = isFullAddress(lines) && zipProblem(lines.zipcode) === null;
  return useQuery({
    ...queryOf(getStandardizedAddresses, lines),
    enabled: isWanted && isFull,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

interface StandardizedSuggestionProps {
  /** Previous lines, for which nothing is suggested. */
  unchanged: Partial<AddressValues> | undefined;
}

/** Below the address fields of the surrounding form: how the Postal Service writes the typed address. */
export function StandardizedSuggestion({ unchanged }: StandardizedSuggestionProps): ReactNode {
  const { control, setValue } = useFormContext<Lines>();
  const typed = linesOf(useWatch({ control }));
  const [settled] = useDebouncedValue(JSON.stringify(typed), pauseMs);
  const lines = JSON.parse(settled) as Lines;
  const query = useStandardized(lines, !isSameLines(lines, linesOf(unchanged ?? {})));
  const take = (found: StandardizedAddress) => {
    for (const [name, value] of Object.entries(linesOf(found))) {
      setValue(name as keyof Lines, value, { shouldDirty: true, shouldValidate: true });
    }
  };
  return <StandardizedCallout query={query} typed={typed} onTake={take} />;
}

interface StandardizedCalloutProps {
  query: ReturnType<typeof useStandardized>;
  typed: Lines;
  onTake: (found: StandardizedAddress) => void;
  /** Label of the button. */
  label?: string;
}

/**
 * Shows that the standardized address is loading, available or not available. Nothing if it was not looked up, or was typed
 * in that form.
 */
export function StandardizedCallout(props: StandardizedCalloutProps): ReactNode {
  const { query, typed, onTake, label = 'Use standardized address' } = props;
  if (!query.isEnabled) return null;
  if (query.isPending) return <LoadingCallout>Looking for the standardized address...</LoadingCallout>;
  const [found] = query.data?.standardizedAddresses ?? [];
  if (found === undefined) {
    return (
      <Callout tone="warning">
        {addressDialogTexts.noStandardized}
        {query.data?.isZipKnown === false &&
          ' The ZIP code is not known, so distances to this address cannot be shown.'}
      </Callout>
    );
  }
  if (isSameLines(linesOf(found), typed)) return null;
  return (
    <Callout
      tone="info"
      title="Standardized address"
      action={
        <Button variant="default" size="compact-sm" onClick={() => onTake(found)}>
          {label}
        </Button>
      }
    >
      {placeText(found)}
    </Callout>
  );
}
