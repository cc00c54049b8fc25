// The elements whose boxes break a line, by the browsers' own style sheets. A name is read with a space around them.
const blocks = new Set(
  `ADDRESS ARTICLE ASIDE BLOCKQUOTE BODY DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6
  HEADER HGROUP HR HTML LEGEND LI MAIN MENU NAV OL OPTGROUP OPTION P PRE SEARCH SECTION SUMMARY TABLE UL`.split(/\s+/),
);
const nowhere = new Set(['HEAD', 'LINK', 'META', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE']);

function displayOf(element: Element): string {
  const own = styleOf(element)?.display;
  if (own) return own;
  if (element.hasAttribute('hidden') || nowhere.has(element.tagName)) return 'none';
  return blocks.has(element.tagName) ? 'block' : 'inline';
}

/** Inherited, unlike `display`. */
function visibilityOf(element: Element | null): string {
  return element ? styleOf(element)?.visibility || visibilityOf(element.parentElement) : 'visible';
}

/** Inherited too. The testing library asks each element under a pointer and all around it. */
function pointerEventsOf(element: Element | null): string {
  return element ? styleOf(element)?.pointerEvents || pointerEventsOf(element.parentElement) : 'auto';
}

const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
  element instanceof HTMLElement || element instanceof SVGElement ? element.style : undefined;

/**
 * Answers `display`, `visibility` and `pointerEvents` from attributes. The testing library asks for the first two of every
 * element whenever it looks for a role, and jsdom computes all properties for it, which took a fifth of these tests' time. No
 * style sheet is loaded here.
 */
export function computeStylesCheaply(window: Window): void {
  const compute = window.getComputedStyle.bind(window);
  window.getComputedStyle = (element, pseudo) => {
    let whole: CSSStyleDeclaration | undefined;
    const all = () => (whole ??= compute(element, pseudo));
    const ofName: Readonly<Record<string, () => string>> = {
      display: () => displayOf(element),
      visibility: () => visibilityOf(element),
      pointerEvents: () => pointerEventsOf(element),
    };
    return new Proxy(styleOf(element) ?? window.document.body.style, {
      get: (_, name) => {
        if (name === 'getPropertyValue')
          return (property: string) => (ofName[property] ?? (() => all().getPropertyValue(property)))();
        const cheap = typeof name === 'string' ? ofName[name] : undefined;
        return cheap ? cheap() : (Reflect.get(all(), name) as unknown);
      },
    });
  };
}
