/** How lists are written as CSV (RFC 4180). The byte order mark lets Excel recognize UTF-8. */
export const csvFormat = {
  header: true,
  bom: true,
  record_delimiter: 'windows',
  // A text that a spreadsheet would read as a formula is prefixed with an apostrophe.
  escape_formulas: true,
  // By itself csv-stringify quotes no line break but that of its own lines, and a spreadsheet begins a row at any other.
  quoted_match: /[\r\n]/,
} as const;
