/* The component library's styles, cut down once per window of a test worker to what tests ask for. */

// Tests only ask styles for visibility and stacking; jsdom evaluates every rule of every component for each
// element, which took longer than the rest of a test. It cannot resolve `var()`.
const markup = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML')!;
const pattern = /^\s*(?:(?:display|visibility|pointer-events)\s*:(?!.*var\()|z-index\s*:)/;
const whole = new WeakMap<HTMLStyleElement, string>();
// There is one theme. `:where` adds nothing to the specificity, but excludes a selector from jsdom's fast
// matching.
const withoutTheme = (selector: string): string => selector.replace(/:where\(\.css-[\w-]+\)(?=[.[])/g, '');
const askedRules = (css: string): string =>
  css.replace(/([^{}]+)\{([^{}]*)\}/g, (_, selector: string, body: string) => {
    const kept = body.split(';').filter((declaration) => pattern.test(declaration));
    return kept.length > 0 ? `${withoutTheme(selector)}{${kept.join(';')}}` : '';
  });
Object.defineProperty(HTMLStyleElement.prototype, 'innerHTML', {
  configurable: true,
  get(this: HTMLStyleElement) {
    return whole.get(this) ?? markup.get?.call(this);
  },
  set(this: HTMLStyleElement, css: string) {
    whole.set(this, css);
    markup.set?.call(this, askedRules(css));
  },
});

// The browser's own rules for text direction, links, lists, focus and filled-in fields may fit any element,
// so they are evaluated for each one, though they say nothing about visibility or stacking.
type Subject = { id?: string; className?: string; tag?: string };
type Selectors = { extractSubjects?: (selector: string) => Subject[] };
const inner = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl');
const selectors: Selectors | undefined = inner && Reflect.get(document, inner)._getDOMSelector?.();
const extract = selectors?.extractSubjects;
const unasked =
  /:dir\(|^:(autofill|focus-visible|link|visited)\b|^:is\(dir|::backdrop$|^\[(dir|hidden=until-found)/;
if (selectors && extract)
  selectors.extractSubjects = (selector) =>
    unasked.test(selector) ? [{ className: 'unasked' }] : extract(selector);
