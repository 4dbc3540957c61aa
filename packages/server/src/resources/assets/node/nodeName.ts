import { refuse } from '../../../engine/fields/kind.ts';
import { checkText } from '../../../engine/fields/text/text.ts';

/** Maximum length of a node's name, in characters. */
const longest = 128;

/**
 * Validates a name: neither empty nor too long, on one line, without the slash that separates names in a
 * path.
 */
export const nodeName = (value: unknown): string => {
  const name = checkText(value, { max: longest }).trim();
  if (name === '') return refuse('blank');
  return name.includes('/') ? refuse('node_slash') : name;
};

/** Names along a path below the root; a leading root name is dropped. */
export const pathNames = (path: string, root: string): string[] => {
  const names = path
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return (names[0] === root ? names.slice(1) : names).map(nodeName);
};
