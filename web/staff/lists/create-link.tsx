import { AnchorButton } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { useHref, useLinkClickHandler } from 'react-router-dom';

export interface CreateLinkProps {
  readonly to: string;
  readonly text: string;
}

export function CreateLink({ to, text }: CreateLinkProps) {
  return (
    <AnchorButton
      intent="primary"
      icon={<Plus />}
      text={text}
      href={useHref(to)}
      onClick={useLinkClickHandler<HTMLElement>(to)}
    />
  );
}
