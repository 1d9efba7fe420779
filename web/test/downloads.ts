import { vi } from 'vitest';

export interface Downloaded {
  name: string;
  bytes: Blob;
}

/** The files that the page saves on the user's computer from now on in this test. */
export function catchDownloads(): Downloaded[] {
  const downloads: Downloaded[] = [];
  const offered = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((bytes) => {
    const url = `blob:${offered.size}`;
    offered.set(url, bytes as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const bytes = offered.get(this.href);
    if (bytes !== undefined) downloads.push({ name: this.download, bytes });
  });
  return downloads;
}
