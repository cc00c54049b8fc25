/** A folder that a setting names cannot be used; the message is for the person who set it. */
export class FolderProblem extends Error {}

/** Makes the folder that a setting names, with those above it, and sees that it can be written; throws `FolderProblem`. */
export function makeFolder(folder: { readonly setting: string; readonly path: string }): void;
