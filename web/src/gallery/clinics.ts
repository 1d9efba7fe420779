import type { TreeNode } from '../ui/tree.ts';

/** Sample data to choose and search. */
export interface Clinic {
  clinicId: number;
  name: string;
}

const names = [
  'Ash Street Family Medicine',
  'Ashland Cardiology',
  'Birch Hill Pediatrics',
  'Cedar Grove Orthopedics and Sports Medicine with a name that is too long for its line',
  'Dogwood Dermatology',
  'Elmwood Internal Medicine',
];
export const clinics: readonly Clinic[] = names.map((name, index) => ({ clinicId: index + 1, name }));

export const clinicKey = (clinic: Clinic) => clinic.clinicId;
export const clinicLabel = (clinic: Clinic) => clinic.name;

/** Returns matches at once; fails for "fail". */
export async function searchClinics(term: string): Promise<readonly Clinic[]> {
  if (term === 'fail') throw new Error('The search failed');
  return await Promise.resolve(clinics.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase())));
}

/** Never resolves, to show the waiting state. */
export const searchForever = () => new Promise<readonly Clinic[]>(() => undefined);

const leaf = ({ clinicId, name }: Clinic): TreeNode => ({ key: String(clinicId), label: name });

export const clinicTree: readonly TreeNode[] = [
  { key: 'north', label: 'North region', children: clinics.slice(0, 3).map(leaf) },
  {
    key: 'south',
    label: 'South region',
    children: [
      { key: 'hills', label: 'Hills', children: clinics.slice(3, 5).map(leaf) },
      ...clinics.slice(5).map(leaf),
    ],
  },
];
