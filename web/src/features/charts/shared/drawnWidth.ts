let width: number | undefined;

/** The width in which pages are asked for at present; the next document is likely to be shown in it too. */
export const drawnWidth = (): number | undefined => width;

export function noteDrawnWidth(drawn: number): void {
  width = drawn;
}
