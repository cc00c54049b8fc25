interface Query<Data> {
  readonly data?: Data | undefined;
  readonly previousData?: Data | undefined;
  readonly error?: unknown;
}

/** What a query answered, or did for what was asked before: that stays until the new answer has come, and no longer when none can. */
export const latestData = <Data>({ data, previousData, error }: Query<Data>): Data | undefined =>
  data ?? (error ? undefined : previousData);
