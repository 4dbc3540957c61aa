/** Maximum number of levels of lists and objects in a JSON text. */
const most = 100;

/**
 * Whether a JSON text is nested deeper than any legitimate input. `JSON.parse` reads 100,000 levels, but
 * whatever then walks the value, even `String()`, overflows the stack.
 */
export const isDeep = (json: string): boolean => {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (isInText) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) isInText = false;
    } else if (code === 0x22) isInText = true;
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
};
