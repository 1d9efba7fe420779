import type { Population } from '@careloop/contracts/patients/populations';

/** "Condition E11 · age 65 and over · North clinic", or the number of patients picked by hand. */
export function definitionOf(population: Population): string {
  const { kind, pickedCount, conditionCode, facilityName } = population;
  if (kind === 'list') return `Picked by hand · ${pickedCount ?? 0} of your patients`;
  const parts = [conditionCode !== null && `Condition ${conditionCode}`, ageOf(population), facilityName];
  return parts.filter(Boolean).join(' · ');
}

function ageOf({ minAge, maxAge }: Pick<Population, 'minAge' | 'maxAge'>): string | null {
  if (minAge !== null && maxAge !== null) return `Age ${minAge} to ${maxAge}`;
  if (minAge !== null) return `Age ${minAge} and over`;
  return maxAge === null ? null : `Age ${maxAge} and under`;
}
