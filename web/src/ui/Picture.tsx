import { useEffect, useRef, type ReactNode } from 'react';

export interface PictureProps {
  blob: Blob;
  alt: string;
  className?: string | undefined;
  onLoad?: (() => void) | undefined;
  /** Called if the browser can't read the image. */
  onError?: (() => void) | undefined;
}

/** Shows an image returned by a call. */
export function Picture({ blob, alt, ...shown }: PictureProps): ReactNode {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const url = URL.createObjectURL(blob);
    if (image.current !== null) image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [blob]);
  return <img ref={image} alt={alt} draggable={false} {...shown} />;
}
