import type { ComponentProps } from 'react';
import { OwnCard } from './own-card.tsx';
import { PictureSecret } from './picture-secret.tsx';

interface ChildSecretProps
  extends ComponentProps<typeof PictureSecret>, Pick<ComponentProps<typeof OwnCard>, 'onCard'> {
  /** Only the child's own card opens it. */
  readonly asksCard?: boolean;
}

/** Asks a child for what its class asks: its own card, or its three animals. */
export function ChildSecret({ asksCard = false, onCard, name, hint, onClose, onShown }: ChildSecretProps) {
  if (asksCard) return <OwnCard {...{ name, onClose, onCard }} />;
  return <PictureSecret {...{ name, hint, onClose, onShown }} />;
}
