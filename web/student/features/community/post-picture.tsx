import { useState } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';

/** A child's picture, or a placeholder while the picture cannot be loaded. */
export function PostPicture({ url, alt }: { readonly url: string; readonly alt: string }) {
  const [missing, setMissing] = useState(false);
  if (missing) return <Icon name="wall" size={96} title={alt} />;
  return <img src={url} alt={alt} loading="lazy" decoding="async" onError={() => setMissing(true)} />;
}
