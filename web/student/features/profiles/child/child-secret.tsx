import type { ComponentProps } from 'react';
import { OwnCard } from './own-card.tsx';
import { PictureSecret } from './picture-secret.tsx';

interface ChildSecretProps
  extends ComponentProps<typeof PictureSecret>, Pick<ComponentProps<typeof OwnCard>, 'onCard'> {
  /** True if only the child's own card opens the profile. */
  readonly asksCard?: boolean;
}

/** Asks a child for the secret that the class uses: the child's own card, or three animals. */
export function ChildSecret({ asksCard = false, onCard, name, hint, onClose, onShown }: ChildSecretProps) {
  if (asksCard) return <OwnCard {...{ name, onClose, onCard }} />;
  return <PictureSecret {...{ name, hint, onClose, onShown }} />;
}
