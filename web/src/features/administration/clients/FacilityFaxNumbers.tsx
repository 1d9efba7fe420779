import {
  faxNumberTexts as texts,
  listAreaCodes,
  listFaxNumbers,
  provisionFaxNumber,
  type FacilityFaxNumber,
} from '@careloop/contracts/administration/faxNumbers';
import { formatPhone } from '@careloop/contracts/fields';
import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { FormError } from '../../../ui/FormError.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { toast } from '../../../ui/toasts.tsx';
import classes from './Clients.module.css';

const askAgainMs = 1000;

/** The fax numbers of a facility, and ordering a new one from the fax service. */
export function FacilityFaxNumbers({ facilityId }: { facilityId: number }): ReactNode {
  const numbers = useQuery({
    ...queryOf(listFaxNumbers, { facilityId }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'requested') === true && askAgainMs,
  });
  if (numbers.data === undefined) return <QueryState query={numbers} loading={null} />;
  const { items } = numbers.data;
  return (
    <Section title="Fax numbers" count={items.filter(({ status }) => status === 'active').length}>
      {items.length > 0 && (
        <ul className={classes['rows']} aria-label="Fax numbers">
          {items.map((one) => (
            <NumberRow key={one.facilityFaxNumberId} number={one} />
          ))}
        </ul>
      )}
      <NewNumber facilityId={facilityId} />
    </Section>
  );
}

function NumberRow({ number }: { number: FacilityFaxNumber }): ReactNode {
  const { faxNumber, areaCode, error, requestedAt, requestedByName } = number;
  return (
    <li>
      <Text span fz="sm" fw={500}>
        {faxNumber === null ? `Area code ${areaCode}` : formatPhone(faxNumber)}
      </Text>
      {faxNumber === null && (
        <Text span fz="sm" role="status" c={error === null ? 'dimmed' : 'red'}>
          {error ?? 'Being requested...'}
        </Text>
      )}
      <Text span fz="sm" c="dimmed">
        Requested <DateTimeText at={requestedAt} /> by {requestedByName}
      </Text>
    </li>
  );
}

function NewNumber({ facilityId }: { facilityId: number }): ReactNode {
  const service = useQuery(queryOf(listAreaCodes, {}));
  const [areaCode, setAreaCode] = useState<string | null>(null);
  const request = useCall(provisionFaxNumber, {
    onError: 'none',
    onSuccess: () => {
      setAreaCode(null);
      toast.success(texts.requested);
    },
  });
  if (service.isLoadingError) return <QueryState query={service} />;
  if (service.data?.isConnected === false)
    return (
      <Text fz="sm" c="dimmed">
        {texts.noService}
      </Text>
    );
  return (
    <>
      {request.error !== null && (
        <FormError errorCode={request.error.supportCode}>
          {request.error.validationErrors['areaCode'] ?? request.error.message}
        </FormError>
      )}
      <Group align="end" gap="xs" mt="xs">
        <Select
          label="Area code"
          placeholder={service.isPending ? 'Loading...' : 'Choose'}
          w={140}
          searchable
          data={service.data?.areaCodes ?? []}
          value={areaCode}
          onChange={setAreaCode}
        />
        <Button
          variant="default"
          disabled={areaCode === null}
          loading={request.isPending}
          onClick={() => areaCode !== null && request.mutate({ facilityId, areaCode })}
        >
          Request new fax number
        </Button>
      </Group>
    </>
  );
}
