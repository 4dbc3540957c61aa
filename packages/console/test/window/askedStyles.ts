import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Declared,
  declarationsOf,
  rulesOf,
  type Sheet,
  type StyleRule,
  type Subject,
} from './styleRules.ts';

/*
 * `getComputedStyle` for the properties that tests and their libraries ask again and again. For one of them jsdom
 * tries all rules on an element and resolves the color of all its ancestors, which took every sixth second of
 * a console test. Here only rules that declare one of them are tried. jsdom answers everything else, and
 * whatever this is not sure of.
 */

const initial = {
  display: 'inline',
  visibility: 'visible',
  'pointer-events': 'auto',
  'z-index': 'auto',
  overflow: '',
  'overflow-x': 'visible',
  'overflow-y': 'visible',
};
type Asked = keyof typeof initial;
/** The properties answered here. */
export const askedProperties = Object.keys(initial) as Asked[];
const isAsked = (property: string): property is Asked => Object.hasOwn(initial, property);
const isInherited = (property: Asked) => property === 'visibility' || property === 'pointer-events';
const keywords = /^(inherit|initial|unset|revert|revert-layer)$/i;

type Specificity = { a: number; b: number; c: number };
type Calculator = {
  calculate: (selector: string) => { value: Specificity }[];
  max: (...all: { value: Specificity }[]) => { value: Specificity };
  compare: (one: Specificity, other: Specificity) => number;
};
interface ElementInside {
  _attached: boolean;
  style: Declared;
}
interface DocumentInside {
  _styleCache: object;
  styleSheets: { _list: Sheet[] };
  _getDOMSelector: () => {
    check: (selector: string, element: ElementInside) => { match: boolean; pseudoElement: string | null };
  };
}

const ofJsdom = createRequire(createRequire(import.meta.url).resolve('jsdom'));
const { default: calculator } = ofJsdom('@bramus/specificity') as { default: Calculator };
const symbol = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl')!;
const inside = <T>(of: object) => Reflect.get(of, symbol) as T;
const page = inside<DocumentInside>(document);

/** The rules of jsdom's own style sheet. */
const browserRules = (): StyleRule[] => {
  const style = document.head.appendChild(document.createElement('style'));
  style.textContent = readFileSync(ofJsdom.resolve('./jsdom/browser/default-stylesheet.css'), 'utf8');
  const found = rulesOf(inside<Sheet>(style.sheet!), isAsked);
  style.remove();
  return found;
};

type Ranked = StyleRule & { rank: Specificity };
/** A rule with its specificity, which jsdom takes from the whole list of selectors. */
const ranked = (rule: StyleRule): Ranked => ({
  ...rule,
  rank: calculator.max(...calculator.calculate(rule.selector)).value,
});

const ofBrowser = browserRules().map(ranked);
const ofSheets = new WeakMap<Sheet, { length: number; rules: Ranked[] }>();
let sheets: { sheet: Sheet; length: number }[] = [];
/** For each kind of element, by tag, id and classes, the rules that may fit. */
let candidates = new Map<string, Candidate[]>();

/** The rules of the browser and of all sheets of the page, in their order. */
const rulesNow = (): Ranked[] => [
  ...ofBrowser,
  ...sheets.flatMap(({ sheet, length }) => {
    const known = ofSheets.get(sheet);
    if (known?.length === length) return known.rules;
    const rules = rulesOf(sheet, isAsked).map(ranked);
    ofSheets.set(sheet, { length, rules });
    return rules;
  }),
];
let rules: Ranked[] = [...ofBrowser];

/** Reads the rules anew if a sheet has come, gone or changed. */
const updateRules = (): void => {
  const { _list: now } = page.styleSheets;
  if (
    now.length === sheets.length &&
    now.every((sheet, index) => {
      const before = sheets[index];
      return before?.sheet === sheet && before.length === sheet.cssRules._list.length;
    })
  )
    return;
  sheets = now.map((sheet) => ({ sheet, length: sheet.cssRules._list.length }));
  rules = rulesNow();
  candidates = new Map();
};

/** A rule, and which of its subjects have the tag, id and classes of an element. */
type Candidate = { rule: Ranked; subjects: Subject[] };

const candidatesFor = (element: Element): Candidate[] => {
  const { localName, id } = element;
  const list = element.getAttribute('class') ?? '';
  const kind = `${localName} ${id} ${list}`;
  const known = candidates.get(kind);
  if (known) return known;
  const names = new Set(list.split(/\s+/));
  const fits = (subject: Subject): boolean =>
    (subject.tag === undefined || subject.tag === localName.toLowerCase()) &&
    (subject.id === undefined || subject.id === id) &&
    subject.classes.every((name) => names.has(name));
  const found = rules
    .map((rule) => ({ rule, subjects: rule.subjects.filter(fits) }))
    .filter(({ subjects }) => subjects.length > 0);
  candidates.set(kind, found);
  return found;
};

const matches = ({ rule, subjects }: Candidate, element: Element): boolean => {
  const fitting = subjects.filter(
    ({ attribute }) => attribute === undefined || element.hasAttribute(attribute),
  );
  if (fitting.length === 0 || fitting.some(({ isAll }) => isAll)) return fitting.length > 0;
  const { match, pseudoElement } = page
    ._getDOMSelector()
    .check(rule.selector, inside<ElementInside>(element));
  return match && !pseudoElement;
};

/** What rules and the element's own style declare for it, or `unsure`. */
type Own = ReadonlyMap<string, string> | 'unsure';

const declaredFor = (element: Element): Own => {
  const values = new Map<string, string>();
  const ranks = new Map<string, Specificity>();
  const important = new Set<string>();
  for (const candidate of candidatesFor(element)) {
    if (!matches(candidate, element)) continue;
    const { rule } = candidate;
    if (rule.isConditional) return 'unsure';
    for (const { property, value, priority } of rule.declarations) {
      const rank = ranks.get(property);
      if (priority) important.add(property);
      else if (important.has(property) || (rank && calculator.compare(rule.rank, rank) < 0)) continue;
      else ranks.set(property, rule.rank);
      values.set(property, value);
    }
  }
  if (element.hasAttribute('style'))
    for (const { property, value, priority } of declarationsOf(inside<ElementInside>(element).style, isAsked))
      if (priority || !important.has(property)) values.set(property, value);
  return values;
};

let version: object | undefined;
let known = new WeakMap<Element, Own>();

const own = (element: Element): Own => {
  // jsdom replaces its cache of styles with each change that may concern styles.
  if (version !== page._styleCache) {
    version = page._styleCache;
    known = new WeakMap();
    updateRules();
  }
  const before = known.get(element);
  if (before) return before;
  const now = declaredFor(element);
  known.set(element, now);
  return now;
};

/** The whole style of an element, as jsdom answers it. */
export const styleOfWindow = window.getComputedStyle;

const answerFor = (element: Element, property: Asked): string => {
  const values = own(element);
  const value = values === 'unsure' ? 'revert' : values.get(property);
  if (value) return keywords.test(value) ? styleOfWindow(element).getPropertyValue(property) : value;
  const parent = isInherited(property) ? element.parentElement : null;
  return parent ? answerFor(parent, property) : initial[property];
};

class AskedStyle {
  readonly element: Element;
  constructor(element: Element) {
    this.element = element;
  }
  get display() {
    return answerFor(this.element, 'display');
  }
  get visibility() {
    return answerFor(this.element, 'visibility');
  }
  get pointerEvents() {
    return answerFor(this.element, 'pointer-events');
  }
  get zIndex() {
    return answerFor(this.element, 'z-index');
  }
  get overflow() {
    return answerFor(this.element, 'overflow');
  }
  get overflowX() {
    return answerFor(this.element, 'overflow-x');
  }
  get overflowY() {
    return answerFor(this.element, 'overflow-y');
  }
  getPropertyValue(property: string) {
    return isAsked(property)
      ? answerFor(this.element, property)
      : styleOfWindow(this.element).getPropertyValue(property);
  }
}
Object.setPrototypeOf(
  AskedStyle.prototype,
  new Proxy(CSSStyleDeclaration.prototype, {
    get: (_, property, { element }: AskedStyle) => {
      const style = styleOfWindow(element);
      const value: unknown = Reflect.get(style, property, style);
      return typeof value === 'function' ? value.bind(style) : value;
    },
  }),
);

/** The style of an element, as `window.getComputedStyle` answers it. */
export const askedStyle = (element: Element): CSSStyleDeclaration =>
  element.ownerDocument === document && inside<ElementInside>(element)._attached
    ? (new AskedStyle(element) as unknown as CSSStyleDeclaration)
    : styleOfWindow(element);
