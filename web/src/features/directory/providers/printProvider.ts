/** Opens the print page in a new window; it prints automatically. */
export function printProvider(healthcareProviderId: number, shouldShowNotes = true): void {
  window.open(
    `/provider/Coordinator/PrintProvider/${healthcareProviderId}?shouldShowNotes=${shouldShowNotes ? 1 : 0}`,
    '_blank',
    'noopener',
  );
}
