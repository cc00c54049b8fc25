import type { ClientProblem } from '#web/shared/apollo/problem.ts';

interface Fetching {
  /** A signed path of this very origin. */
  readonly url: string;
  readonly signal: AbortSignal;
  /** Bytes that have come so far. */
  readonly onBytes: (bytes: number) => void;
}

/** A file was refused, or broke off on its way. */
export class FileProblem extends Error {
  readonly problem: ClientProblem;

  constructor(problem: ClientProblem) {
    super(problem.detail ?? `The file could not be had: ${problem.status}`);
    this.problem = problem;
  }
}

/**
 * Reads a file that the server makes while it is read. A link alone would save half of a file that broke off, and an
 * error as if it were the file. Throws a `FileProblem`.
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

/** The error that stands in the file's place is JSON (section 8). */
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
