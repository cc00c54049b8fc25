import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';
import './shown-once.css';

interface ShownOnceProps {
  readonly title: string;
  readonly warning: ReactNode;
  readonly secret: string;
  readonly label: string;
  readonly copyLabel: string;
  /** Instructions for the secret, and the button that leaves the page. */
  readonly children: ReactNode;
}

/** A page that shows a secret once; the server never returns the secret again. */
export function ShownOnce({ title, warning, secret, label, copyLabel, children }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <header className="page-header">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      <div className="panel shown-once">
        <p>{warning}</p>
        <div className="shown-once-row">
          <input readOnly value={secret} aria-label={label} onFocus={(event) => event.target.select()} />
          <CopyButton text={secret} label={copyLabel} />
        </div>
        {children}
      </div>
    </>
  );
}
