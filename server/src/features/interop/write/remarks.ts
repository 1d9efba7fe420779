/** That values were edited in the product, by the names of their columns; never what they are. */
export function editedRemark(columns: readonly string[]): string {
  const names = columns.map((column) => column.replaceAll('_', ' '));
  return `differs from what was edited in the product, which is kept: ${names.join(', ')}`;
}
