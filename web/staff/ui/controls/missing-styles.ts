/**
 * Fetches the style sheets of the page that did not arrive. Vite asks for the style sheet of a late part once: when its code
 * comes at a second try, it comes without its styles. Rejects when one does not arrive now either.
 */
export async function missingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  await Promise.all(links.filter(isMissing).map(fetchAgain));
}

// Browsers give a sheet that did not arrive as none, as an empty one, or as one whose rules nobody may read.
function isMissing({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet === null || sheet.cssRules.length === 0;
  } catch {
    return true;
  }
}

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(`A style sheet did not arrive: ${again.href}`)));
    link.replaceWith(again);
  });
}
