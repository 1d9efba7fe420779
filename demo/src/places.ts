/** Towns by ZIP code, with the center of the ZIP code. */
const places = {
  '01420': ['Fitchburg', 'MA', 42.584925, -71.816862, '978'],
  '01453': ['Leominster', 'MA', 42.519967, -71.763319, '978'],
  '01501': ['Auburn', 'MA', 42.198867, -71.845722, '508'],
  '01520': ['Holden', 'MA', 42.334177, -71.854277, '508'],
  '01527': ['Millbury', 'MA', 42.192246, -71.777649, '508'],
  '01545': ['Shrewsbury', 'MA', 42.284767, -71.714228, '508'],
  '01581': ['Westborough', 'MA', 42.268426, -71.613309, '508'],
  '01602': ['Worcester', 'MA', 42.269189, -71.850728, '508'],
  '01604': ['Worcester', 'MA', 42.253485, -71.767932, '774'],
  '01605': ['Worcester', 'MA', 42.289683, -71.787793, '508'],
  '01606': ['Worcester', 'MA', 42.313887, -71.794185, '774'],
  '01608': ['Worcester', 'MA', 42.26209, -71.801428, '508'],
  '01609': ['Worcester', 'MA', 42.285114, -71.829987, '774'],
  '01610': ['Worcester', 'MA', 42.247049, -71.808366, '774'],
  '01701': ['Framingham', 'MA', 42.319587, -71.4428, '508'],
  '01702': ['Framingham', 'MA', 42.282379, -71.436623, '774'],
  '01752': ['Marlborough', 'MA', 42.349617, -71.547214, '508'],
  '01757': ['Milford', 'MA', 42.158692, -71.521419, '508'],
  '01760': ['Natick', 'MA', 42.284822, -71.348811, '508'],
  '02114': ['Boston', 'MA', 42.363651, -71.066888, '617'],
  '02115': ['Boston', 'MA', 42.339422, -71.094531, '617'],
  '02118': ['Boston', 'MA', 42.33786, -71.069805, '857'],
  '02139': ['Cambridge', 'MA', 42.362391, -71.102336, '617'],
  '02169': ['Quincy', 'MA', 42.240016, -71.015205, '617'],
  '02301': ['Brockton', 'MA', 42.078371, -71.042304, '508'],
  '02446': ['Brookline', 'MA', 42.343499, -71.122244, '617'],
  '02453': ['Waltham', 'MA', 42.368685, -71.241103, '781'],
  '66044': ['Lawrence', 'KS', 39.032931, -95.209092, '785'],
  '66502': ['Manhattan', 'KS', 39.139945, -96.528718, '785'],
  '66604': ['Topeka', 'KS', 39.039022, -95.726188, '785'],
  '66606': ['Topeka', 'KS', 39.061436, -95.719951, '785'],
  '66611': ['Topeka', 'KS', 39.018756, -95.696387, '785'],
  '66614': ['Topeka', 'KS', 39.009926, -95.837954, '785'],
  '67203': ['Wichita', 'KS', 37.698891, -97.364641, '316'],
  '67206': ['Wichita', 'KS', 37.703734, -97.224505, '316'],
  '67208': ['Wichita', 'KS', 37.703847, -97.279266, '316'],
  '67214': ['Wichita', 'KS', 37.707178, -97.31775, '316'],
} as const satisfies Record<string, readonly [string, string, number, number, string]>;

export type Zip = keyof typeof places;

export interface Place {
  city: string;
  state: string;
  zipcode: Zip;
  latitude: number;
  longitude: number;
}

/** The town of a ZIP code. */
export function placeOf(zipcode: Zip): Place {
  const [city, state, latitude, longitude] = places[zipcode];
  return { city, state, zipcode, latitude, longitude };
}

/** Numbers 555-0100 to 555-0199, which are reserved for fiction, assigned in sequence per area code. */
export class Phones {
  readonly #used = new Map<string, number>();

  /** The next number in the area code of a ZIP code, ten digits. */
  next(zipcode: Zip): string {
    const area = places[zipcode][4];
    const count = this.#used.get(area) ?? 0;
    this.#used.set(area, count + 1);
    return `${area}55501${String(count % 100).padStart(2, '0')}`;
  }
}
