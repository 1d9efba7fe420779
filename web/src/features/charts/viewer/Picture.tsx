import { useEffect, useRef, type ReactNode } from 'react';

/** Shows an image returned by a call. */
export function Picture({ blob, alt }: { blob: Blob; alt: string }): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current !== null) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={alt} draggable={false} />;
}
