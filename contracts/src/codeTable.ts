/** Two-way mapping between the names used inside the product and the numbers of the API. */
export function codes<const Table extends Record<string, number>>(table: Table) {
  const names = Object.fromEntries(Object.entries(table).map(([name, code]) => [code, name]));
  return {
    table,
    /** The number of a name. */
    codeOf: (name: keyof Table & string): Table[keyof Table] => table[name],
    /** The name of a number, or undefined. */
    nameOf: (code: number): (keyof Table & string) | undefined => names[code] as (keyof Table & string) | undefined,
  };
}
