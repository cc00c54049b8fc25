/** A generated fragment's type, which contains the fragment's name. */
export interface Fragment {
  readonly ' $fragmentName'?: string;
}

/** Data with a masked fragment. Only the component that declares the fragment can read its fields. */
export interface Masked<Of extends Fragment> {
  readonly ' $fragmentRefs'?: { readonly [Name in NonNullable<Of[' $fragmentName']>]: Of };
}

/** Reads a masked fragment, or a list of them. Called by the component that declares it; the data are the same. */
export function unmask<Of extends Fragment>(masked: readonly Masked<Of>[]): readonly Of[];
export function unmask<Of extends Fragment>(masked: Masked<Of>): Of;
export function unmask(masked: unknown): unknown {
  return masked;
}
