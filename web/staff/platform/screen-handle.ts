/** The `handle` of a route whose screen takes the whole window: the shell shows no bar and no navigation around it. */
export const fillsWindow = { window: 'whole' } as const;
