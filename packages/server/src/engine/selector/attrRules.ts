import { isDeep } from '../../platform/http/isDeep.ts';
import { Refused } from '../fields/kind.ts';
import { parseSelector } from '../fields/selector/selector.ts';
import type { Filter } from '../resource.ts';
import { compileSelector } from './compileSelector.ts';

/** Longest selector a query may carry, in characters of its base64. */
const longest = 64 * 1024;

const decoded = (raw: string): unknown => {
  if (raw.length > longest) throw new Refused([{ key: 'max_length', params: { max: longest } }]);
  const text = Buffer.from(raw.replaceAll(' ', '+'), 'base64').toString('utf8');
  try {
    if (!isDeep(text)) return JSON.parse(text);
  } catch {
    // Refused below.
  }
  throw new Refused([{ key: 'attr_rules' }]);
};

/** The filter `attr_rules=`: a selector as base64-encoded JSON, for previews of what it matches. */
export const attrRules =
  (resourceKey: string): Filter =>
  async (raw, ctx) =>
    compileSelector(parseSelector(decoded(raw)), ctx.engine.resource(resourceKey), ctx);
