import { Words } from './words.tsx';

/** A line that says what went wrong; a screen reader reads it at once. */
export const AlertHint = ({ text }: { readonly text: string }) => (
  <p className="field-hint" role="alert">
    <span>
      <Words text={text} />
    </span>
  </p>
);
