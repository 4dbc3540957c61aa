import { expect } from 'vitest';

/** Attributes that define the role, behaviour or name of an element; an empty one is a mistake. */
const meaningful = /^(role|type|id|for|name|placeholder|target|rel|accept|scope|aria-.+)$/;
const empty = new Set<string>();

const set = Element.prototype.setAttribute;
Element.prototype.setAttribute = function watched(this: Element, name: string, value: string) {
  if (value === '' && meaningful.test(name)) empty.add(`<${this.localName} ${name}="">`);
  set.call(this, name, value);
};

/** Fails if one of these attributes was set to an empty value since the last call. */
export const expectNoEmptyAttributes = (): void => {
  const found = [...empty];
  empty.clear();
  expect(found, 'attributes without a value').toEqual([]);
};
