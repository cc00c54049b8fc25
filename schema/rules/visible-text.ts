/** Whether a text shows anything: spaces, controls and the signs without a shape are not enough to click on. */
export const isVisible = (text: string): boolean => /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);
