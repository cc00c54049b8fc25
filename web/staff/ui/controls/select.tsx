import { HTMLSelect, type HTMLSelectProps } from '@blueprintjs/core';

/** Blueprint gives the arrow an English title; the browser's own list needs none. */
const untitled = { title: '' };

/** The browser's own list of a few choices. */
export function Select(props: HTMLSelectProps) {
  return <HTMLSelect {...props} iconProps={untitled} />;
}
