/** Puts what the settings file sets into an environment, which wins where it sets the same. */
export function loadSettingsFile(place: { readonly root: string; readonly env: NodeJS.ProcessEnv }): void;
