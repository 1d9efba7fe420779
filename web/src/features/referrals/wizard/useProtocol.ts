import type { AskedProtocol } from '@careloop/contracts/referrals/protocols';
import { getReferralProtocol } from '@careloop/contracts/referrals/protocols';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { queryOf } from '../../../api/query.ts';
import { wordsOf } from '../../tasks/shared/fieldAnswers.ts';
import { noProtocol, type ProtocolValues, type WizardFormReturn } from './wizardForm.ts';

/** What changed of a protocol since it was answered. */
export interface ProtocolChange {
  /** Its name; null if the specialty has none any more. */
  name: string | null;
  /** Answers to questions that are no longer asked: they are not sent. */
  dropped: { label: string; text: string }[];
}

export interface ShownProtocol {
  /** What the chosen specialty asks for; null if nothing, undefined while it is being read. */
  asked: AskedProtocol | null | undefined;
  change: ProtocolChange | null;
}

/** No protocol, where none is asked for: in a referral that is edited. */
export const withoutProtocol: ShownProtocol = { asked: null, change: null };

const labelsOf = ({ questions }: AskedProtocol) =>
  Object.fromEntries(questions.map(({ name, label }) => [name, label]));

/** Answers with the question each was given to, of those that are no longer asked. */
function droppedOf({ seen, answers }: ProtocolValues, labels: Readonly<Record<string, string>>) {
  return Object.entries(answers).flatMap(([name, answer]) => {
    const text = wordsOf(answer);
    return text === '' || name in labels ? [] : [{ label: seen?.labels[name] ?? name, text }];
  });
}

/** The protocol that was answered was archived. */
function endOf(current: ProtocolValues): ProtocolChange | null {
  return current.seen === null ? null : { name: null, dropped: droppedOf(current, {}) };
}

/** What changed since this version was answered; null if it is another protocol, or the same version. */
function changeOf(answered: ProtocolValues, asked: AskedProtocol): ProtocolChange | null {
  const { seen } = answered;
  if (seen?.referralProtocolId !== asked.referralProtocolId || seen.version === asked.version) return null;
  return { name: asked.name, dropped: droppedOf(answered, labelsOf(asked)) };
}

/**
 * Reads what the chosen specialty asks for and puts it into the form, whose rules need it. Answers are kept for each protocol,
 * so that they are there again if the user returns to its specialty.
 */
export function useProtocol(form: WizardFormReturn, patientId: number): ShownProtocol {
  const { healthcareProvider, healthcareProviderSpecialty } = form.watch('chooseProvider');
  const specialtyId =
    healthcareProvider?.healthcareProviderSpecialtyId ?? healthcareProviderSpecialty?.healthcareProviderSpecialtyId;
  const query = useQuery({
    ...queryOf(getReferralProtocol, { patientId, healthcareProviderSpecialtyId: specialtyId ?? 0 }),
    enabled: specialtyId !== undefined,
  });
  const isAwaited = specialtyId !== undefined && query.isLoading;
  // Sending says so if there is a protocol that could not be read.
  const found = specialtyId === undefined || query.isLoadingError ? null : query.data?.protocol;
  const [change, setChange] = useState<ProtocolChange | null>(null);
  const others = useRef(new Map<number, ProtocolValues>());
  const shownSpecialtyId = useRef(specialtyId);
  const show = useEffectEvent((asked: ShownProtocol['asked'], isAwaited: boolean) => {
    const current = form.getValues('referralReason.protocol') ?? noProtocol;
    if (asked === undefined) {
      form.setValue('referralReason.protocol', { ...current, asked: null, isAwaited });
      return;
    }
    const { seen } = current;
    if (asked === null && seen === null && !current.isAwaited) return;
    if (seen !== null) others.current.set(seen.referralProtocolId, current);
    const answered = asked === null ? noProtocol : (others.current.get(asked.referralProtocolId) ?? noProtocol);
    const isSameSpecialty = shownSpecialtyId.current === specialtyId;
    shownSpecialtyId.current = specialtyId;
    const changed = asked === null ? endOf(current) : changeOf(answered, asked);
    if (!isSameSpecialty || changed !== null) setChange(asked !== null || isSameSpecialty ? changed : null);
    const shown = asked && {
      referralProtocolId: asked.referralProtocolId,
      version: asked.version,
      labels: labelsOf(asked),
    };
    // Stated for each question: a field of the same name would keep the answer to another protocol.
    const answers = {
      ...Object.fromEntries((asked?.questions ?? []).map(({ name }) => [name, null])),
      ...answered.answers,
    };
    form.setValue('referralReason.protocol', { ...answered, answers, asked, isAwaited: false, seen: shown });
    form.setValue('charts.asked', asked?.documents ?? []);
  });
  useEffect(() => show(found, isAwaited), [found, isAwaited]);
  return { asked: found, change };
}
