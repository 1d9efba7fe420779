/** For the `ref` of a message that may be out of view in a long form. */
export function bringIntoView(place: HTMLElement | null): void {
  place?.scrollIntoView({ block: 'nearest' });
}
