const ended = new Set<string>();

/** Notes the code of a class that is completed or gone. Such a class is no place for a child any more. */
export const noteEndedClass = (classHashCode: string): void => void ended.add(classHashCode);

/** Whether this page has found the class completed or gone. */
export const isEndedClass = (classHashCode: string): boolean => ended.has(classHashCode);
