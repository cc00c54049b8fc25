import { useCallback } from 'react';

interface FilePictureProps {
  readonly file: Blob;
  readonly alt: string;
}

/** A picture straight from this device, before or without its being sent. */
export function FilePicture({ file, alt }: FilePictureProps) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (image === null) return undefined;
      const url = URL.createObjectURL(file);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} alt={alt} />;
}
