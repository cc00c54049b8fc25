/** A place in the documentation: a type, with one of its fields marked. */
export interface Place {
  readonly type: string;
  readonly field?: string | undefined;
}
