import type { FileUpload } from 'graphql-upload-minimal';

/** A file that a resolver was given: there once the request has reached it, and to be read once. */
export type Upload = Promise<FileUpload>;
