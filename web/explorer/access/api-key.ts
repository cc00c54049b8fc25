/** The format of a key: the prefix and 256 random bits. */
export const apiKeyPattern = /^mbk_[\w-]{43}$/;
