import { Icon } from '#web/student/ui/art/icons.tsx';
import { usePictureFailure } from '#web/shared/use-picture-failure.ts';

/** A child's picture, or a placeholder while the picture cannot be loaded. */
export function PostPicture({ url, alt }: { readonly url: string; readonly alt: string }) {
  const { failed, onError } = usePictureFailure(url);
  if (failed) return <Icon name="wall" size={96} title={alt} />;
  return <img src={url} alt={alt} loading="lazy" decoding="async" onError={onError} />;
}
