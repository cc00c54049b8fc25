// The names of the demo school's pictures and sounds, which are also the prefixes of their storage keys.
export const coverName = (shortCode: string): string => `demo-cover-${shortCode}`;
export const pageName = (page: string): string => `demo-page-${page}`;
export const soundName = (sound: string): string => `demo-sound-${sound}`;
export const postName = (post: string): string => `demo-post-${post}`;
export const postCardName = (post: string): string => `demo-post-card-${post}`;
export const replyName = (post: string): string => `demo-reply-${post}`;
