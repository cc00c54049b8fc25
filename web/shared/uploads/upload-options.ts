/** The additional `fetchOptions` in the context of an upload's operation. */
export interface UploadOptions {
  /** The files by the name of their variable. */
  readonly files: Readonly<Record<string, Blob>>;
  /** Reports the sent share, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Whether an operation's fetch options are those of an upload. */
export function isUpload<Options extends object>(options: Options | undefined): options is Options & UploadOptions {
  return options !== undefined && 'files' in options && 'onProgress' in options;
}
