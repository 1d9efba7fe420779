// Placeholder until the support request dialog is written by its owner.
export function openSupportRequest(_?: { errorCode?: string | undefined }): void {}
