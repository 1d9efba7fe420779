import { arePhoneNumbersOptedOut, isPhoneNumberOptedOut } from '@careloop/contracts/sharing/sms';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { digitsToAsk } from './numbers.ts';

/** Cache time in milliseconds; short, because a patient may text RESUME at any time. */
const keptMs = 30_000;

/** The opt-out of a number, cached briefly by its digits. */
export function useOptOut(number: string) {
  const phoneNumber = digitsToAsk(number);
  return useQuery({
    ...queryOf(isPhoneNumberOptedOut, { phoneNumber: phoneNumber ?? '' }),
    enabled: phoneNumber !== null,
    staleTime: keptMs,
  });
}

/** The patient's numbers that have opted out, by their digits. */
export function useOptedOutNumbers(numbers: readonly string[]): ReadonlySet<string> {
  const phoneNumbers = numbers.flatMap((number) => digitsToAsk(number) ?? []);
  const { data } = useQuery({
    ...queryOf(arePhoneNumbersOptedOut, { phoneNumbers }),
    enabled: phoneNumbers.length > 0,
    staleTime: keptMs,
  });
  return new Set(data?.optOutInfo.filter(({ isOptedOut }) => isOptedOut).map(({ phoneNumber }) => phoneNumber));
}
