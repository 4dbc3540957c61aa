import { expect } from 'vitest';

/** Attributes that define an element's role, behaviour or name: an empty value is a mistake. */
const meaningful = /^(role|type|id|for|name|placeholder|target|rel|accept|scope|aria-.+)$/;
const empty = new Set<string>();

const set = Element.prototype.setAttribute;
Element.prototype.setAttribute = function watched(this: Element, name: string, value: string) {
  if (value === '' && meaningful.test(name)) empty.add(`<${this.localName} ${name}="">`);
  set.call(this, name, value);
};

/** Fails if such an attribute has been set to an empty value since the last call. */
export const expectNoEmptyAttributes = (): void => {
  const found = [...empty];
  empty.clear();
  expect(found, 'attributes without a value').toEqual([]);
};
