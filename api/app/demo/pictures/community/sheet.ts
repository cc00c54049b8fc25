export const communitySize = { width: 1200, height: 900 } as const;

/** A sheet of drawing paper. */
export const drawingSheet = { ...communitySize, background: '#FDFBF4' } as const;
