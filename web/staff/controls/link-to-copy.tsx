import { CopyButton } from './copy-button.tsx';

interface LinkToCopyProps {
  readonly url: string;
  /** What the button does, for those who hear it. */
  readonly label: string;
}

/** An address that is handed on: to look at, and to copy. */
export function LinkToCopy({ url, label }: LinkToCopyProps) {
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer">
        {url}
      </a>
      <CopyButton text={url} label={label} />
    </>
  );
}
