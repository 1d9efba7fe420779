import { arePhoneNumbersOptedOut, isPhoneNumberOptedOut } from '@careloop/contracts/sharing/sms';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';
import { formatTime } from '../../../ui/dates.ts';
import { digitsToAsk } from './numbers.ts';

/** A patient may text RESUME at any moment. */
const keptMs = 30_000;

/** What is known of a number's opt-out. Answers are kept for a moment by the digits of the number. */
export function useOptOut(number: string) {
  const phoneNumber = digitsToAsk(number);
  return useQuery({
    ...queryOf(isPhoneNumberOptedOut, { phoneNumber: phoneNumber ?? '' }),
    enabled: phoneNumber !== null,
    staleTime: keptMs,
  });
}

/** Those of the patient's numbers that opted out, by their digits. */
export function useOptedOutNumbers(numbers: readonly string[]): ReadonlySet<string> {
  const phoneNumbers = numbers.flatMap((number) => digitsToAsk(number) ?? []);
  const { data } = useQuery({
    ...queryOf(arePhoneNumbersOptedOut, { phoneNumbers }),
    enabled: phoneNumbers.length > 0,
    staleTime: keptMs,
  });
  return new Set(data?.optOutInfo.filter(({ isOptedOut }) => isOptedOut).map(({ phoneNumber }) => phoneNumber));
}

/** 7/4 3:05 PM */
export function optOutTime(at: string): string {
  const date = new Date(at);
  return `${date.getMonth() + 1}/${date.getDate()} ${formatTime(date)}`;
}
