/* The rules of style sheets as far as they declare what tests ask. */

/** Parts of jsdom's own objects. */
export interface Declared {
  length: number;
  item: (index: number) => string;
  getPropertyValue: (property: string) => string;
  getPropertyPriority: (property: string) => string;
}
interface RuleInside {
  selectorText?: string;
  style?: Declared;
  cssRules?: { _list: RuleInside[] };
  media?: unknown;
}
export interface Sheet {
  cssRules: { _list: RuleInside[] };
}

/** What the last element of one selector must have. */
export interface Subject {
  tag: string | undefined;
  id: string | undefined;
  classes: readonly string[];
  attribute: string | undefined;
  /** Whether the selector asks nothing else. */
  isAll: boolean;
}

export interface Declaration {
  property: string;
  value: string;
  priority: string;
}

export interface StyleRule {
  selector: string;
  /** One for each selector of the list. */
  subjects: readonly Subject[];
  declarations: readonly Declaration[];
  /** Whether it depends on the medium. */
  isConditional: boolean;
}

/** The selectors of a list: split at commas outside of brackets. */
const listed = (selector: string): string[] => {
  const parts = [''];
  let depth = 0;
  for (const sign of selector) {
    if ('(['.includes(sign)) depth += 1;
    if (')]'.includes(sign)) depth -= 1;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
};

const lastCompound = /(?:[^\s>+~()[\]]|\[[^\]]*\]|\((?:[^()]|\([^()]*\))*\))+$/;
const named = /^([a-z][\w-]*)?((?:[.#][\w-]+)*)(\[([\w-]+)(?:\]|[~|^$*]?=))?/i;
const anything: Subject = { tag: undefined, id: undefined, classes: [], attribute: undefined, isAll: false };

const subjectOf = (selector: string): Subject => {
  const compound = /[\\"']/.test(selector) ? undefined : lastCompound.exec(selector)?.[0];
  const [all = '', tag, names = '', bracket = '', attribute] = (compound && named.exec(compound)) || [];
  if (!all) return anything;
  return {
    tag: tag?.toLowerCase(),
    id: /#([\w-]+)/.exec(names)?.[1],
    classes: [...names.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!),
    attribute,
    isAll: all === selector && !bracket.endsWith('='),
  };
};

/** What a style declares of the asked properties, in its order. */
export const declarationsOf = (style: Declared, isAsked: (property: string) => boolean): Declaration[] =>
  Array.from({ length: style.length }, (_, index) => style.item(index))
    .filter(isAsked)
    .map((property) => ({
      property,
      value: style.getPropertyValue(property),
      priority: style.getPropertyPriority(property),
    }));

/** The rules of a sheet that declare any of the asked properties, in their order. */
export const rulesOf = (sheet: Sheet, isAsked: (property: string) => boolean): StyleRule[] => {
  const found: StyleRule[] = [];
  const collect = (rules: readonly RuleInside[], isConditional: boolean): void => {
    for (const { selectorText: selector, style, cssRules, media } of rules) {
      if (selector === undefined || !style) {
        if (media && cssRules) collect(cssRules._list, true);
        continue;
      }
      const declarations = declarationsOf(style, isAsked);
      if (declarations.length > 0)
        found.push({ selector, subjects: listed(selector).map(subjectOf), declarations, isConditional });
    }
  };
  collect(sheet.cssRules._list, false);
  return found;
};
