import type { FileUpload } from 'graphql-upload-minimal';

/** A file argument of a resolver. Resolves when the request has reached the file; the file can be read once. */
export type Upload = Promise<FileUpload>;
