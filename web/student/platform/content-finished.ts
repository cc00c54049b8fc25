/** The event of the document when the child has finished a content, even one that it has finished before: its hash code. */
export const contentFinished = 'content-finished';

export const tellFinished = (contentHashCode: string): boolean =>
  document.dispatchEvent(new CustomEvent(contentFinished, { detail: contentHashCode }));
