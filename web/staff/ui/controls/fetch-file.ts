import type { ClientProblem } from '#web/shared/apollo/problem.ts';

interface Fetching {
  /** A signed path of this very origin. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Reports the number of bytes received so far. */
  readonly onBytes: (bytes: number) => void;
}

/** The error for a file that the server refused or whose transfer broke off. */
export class FileProblem extends Error {
  readonly problem: ClientProblem;

  constructor(problem: ClientProblem) {
    super(problem.detail ?? `The file could not be had: ${problem.status}`);
    this.problem = problem;
  }
}

/**
 * Reads a file that the server streams while it creates the file. A plain link would save half a file after a broken
 * transfer, and would save an error response as the file. Throws a `FileProblem`.
 */
export async function fetchFile({ url, signal, onBytes }: Fetching): Promise<Blob> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok || response.body === null) throw new FileProblem(await refusalOf(response));
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      parts.push(read.value);
      bytes += read.value.length;
      onBytes(bytes);
    }
    return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem({ status: 0, cancelled: signal.aborted });
  }
}

/** The problem in the response. An error response holds JSON in place of the file (section 8). */
async function refusalOf(response: Response): Promise<ClientProblem> {
  const { status } = response;
  const problemBody: unknown = await response.json().catch(() => undefined);
  const text = (field: string) => {
    const value: unknown =
      typeof problemBody === 'object' && problemBody !== null ? Reflect.get(problemBody, field) : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  return { status, messageKey: text('messageKey'), detail: text('detail') ?? text('title'), cancelled: false };
}
