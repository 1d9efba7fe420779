import type { Random } from '@careloop/demo/random';

import { numbers } from './organization.ts';

// Codes as ICD-10-CM has them: categories of ten, and one of as many as there are for fractures of the lower leg.

const categories = 200;
const codesPerCategory = 10;
const largest = { category: 'S82', codes: 3_000 };
const commonCategories = 10;

function categoryOf(number: number): string {
  return `${String.fromCodePoint(65 + Math.floor((number - 1) / 20))}${String((number - 1) % 20).padStart(2, '0')}`;
}

/** A category: one of the few that most referrals have, any other, or at times the largest. */
export function pickCategory(random: Random): string {
  const chance = random.next();
  if (chance < 0.05) return largest.category;
  return categoryOf(random.int(1, chance < 0.55 ? commonCategories : categories));
}

const firstOfLargest = categories * codesPerCategory;

/** The id of a code of the category. */
export function pickDiagnosis(random: Random, category: string): number {
  if (category === largest.category) return firstOfLargest + random.int(1, largest.codes);
  const number = 1 + (category.charCodeAt(0) - 65) * 20 + Number(category.slice(1));
  return (number - 1) * codesPerCategory + random.int(1, codesPerCategory);
}

export function* diagnosisRows() {
  for (const number of numbers(firstOfLargest)) {
    const category = categoryOf(Math.ceil(number / codesPerCategory));
    const code = `${category}.${(number - 1) % codesPerCategory}`;
    yield { coded_concept_id: number, code, description: `Disorder ${code}` };
  }
  for (const number of numbers(largest.codes)) {
    const code = `${largest.category}.${String(number).padStart(4, '0')}`;
    yield { coded_concept_id: firstOfLargest + number, code, description: `Fracture ${code}` };
  }
}
