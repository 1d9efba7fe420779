import { useEffect, useMemo } from 'react';

/** Object URL of a file, revoked when the file is no longer shown. */
export function useObjectUrl(file: Blob | null | undefined): string | undefined {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : undefined), [file]);
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  return url;
}
