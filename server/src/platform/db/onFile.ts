/**
 * What is on file, by field.
 * @param columns of the fields, perhaps with the table's alias
 */
export function onFile(columns: Readonly<Record<string, string>>, row: object): Record<string, unknown> {
  const values = new Map<string, unknown>(Object.entries(row));
  return Object.fromEntries(
    Object.entries(columns).map(([field, column]) => [field, values.get(column.replace(/^.*\./, ''))]),
  );
}
