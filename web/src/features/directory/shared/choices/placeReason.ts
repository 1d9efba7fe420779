import type { ProviderChoice } from '@careloop/contracts/directory/choices';
import { durationText } from './choiceWords.ts';
import { formatNumber } from '../../../../ui/numbers.ts';

/** Places at the top of the list that say why they are there. */
const explainedPlaces = ['First', 'Second', 'Third'];

/** What one provider has before the next, of those that the list is ordered by; null where they are alike. */
type Difference = (one: ProviderChoice, next: ProviderChoice) => string | null;

const notDeclined: Difference = (_, { declined }) => (declined === null ? null : 'the next declined this patient');

const inNetwork: Difference = ({ network }, next) => {
  if (network !== 'in' || next.network === 'in') return null;
  return next.network === 'out' ? 'in network, the next is not' : 'in network, unknown for the next';
};

const preferred: Difference = ({ isPreferred }, next) =>
  isPreferred && !next.isPreferred ? 'preferred, the next is not' : null;

const accepting: Difference = ({ acceptsNewPatients }, next) => {
  if (acceptsNewPatients !== true || next.acceptsNewPatients === true) return null;
  return `accepting new patients, ${next.acceptsNewPatients === false ? 'the next is not' : 'unknown for the next'}`;
};

/** A provider without figures of their own counts as the specialty does. */
const answersSooner: Difference = ({ figures }, { figures: next }) => {
  if (figures === null) return null;
  const own = `${figures.isOfSpecialty ? 'the specialty ' : ''}answers in about ${durationText(figures.answerHours)}`;
  if (next === null) return figures.isOfSpecialty ? null : `${own}, unknown for the next`;
  const other = durationText(next.answerHours);
  if (figures.answerHours >= next.answerHours || durationText(figures.answerHours) === other) return null;
  return `${own}, ${next.isOfSpecialty ? 'the specialty' : 'the next'} in ${other}`;
};

const rounded = (distance: number) => (distance < 10 ? Number(distance.toFixed(1)) : Math.round(distance));
const inWords = (distance: number) => formatNumber(rounded(distance));
const miles = (distance: number) => `${inWords(distance)} ${rounded(distance) === 1 ? 'mile' : 'miles'} away`;

const nearer: Difference = ({ distance }, next) => {
  // Zero is not known to be true: both may only share a ZIP code.
  if (distance === null || distance === 0) return null;
  if (next.distance === null) return `${miles(distance)}, unknown for the next`;
  if (distance >= next.distance || rounded(distance) === rounded(next.distance)) return null;
  return `${miles(distance)}, the next ${inWords(next.distance)}`;
};

/** In the order of the list (docs/domain/directory.md). */
const differences: readonly Difference[] = [notDeclined, inNetwork, preferred, accepting, answersSooner, nearer];

/** Whether a provider is only in the list because there are no others. */
const onlyFills = ({ network, acceptsNewPatients, declined }: ProviderChoice) =>
  network === 'out' || acceptsNewPatients === false || declined !== null;

/**
 * What sets one of the first apart from the next: "First: answers in about 8 hours, the next in 26 hours". Empty for other
 * places, and for a provider that only fills the list. One that is like the next says so only if the next says why it is there.
 */
export function placeReason(choices: readonly ProviderChoice[], index: number): string {
  const [one, next, place] = [choices[index], choices[index + 1], explainedPlaces[index]];
  if (one === undefined || next === undefined || place === undefined || onlyFills(one)) return '';
  const difference = differences.map((differ) => differ(one, next)).find((words) => words !== null);
  if (difference !== undefined) return `${place}: ${difference}`;
  return placeReason(choices, index + 1) === '' ? '' : `${place}: the next is as good a fit`;
}
