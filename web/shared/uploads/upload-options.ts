/** What an upload's operation carries in its context, as `fetchOptions`, beside what `fetch` knows. */
export interface UploadOptions {
  /** The files by the variable each stands for. */
  readonly files: Readonly<Record<string, Blob>>;
  /** How much has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Whether these options of an operation are those of an upload. */
export function isUpload<Options extends object>(options: Options | undefined): options is Options & UploadOptions {
  return options !== undefined && 'files' in options && 'onProgress' in options;
}
