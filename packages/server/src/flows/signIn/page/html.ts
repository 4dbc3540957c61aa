/** Markup that is safe to send. */
export type Html = { readonly markup: string };

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);

type Part = string | number | Html | false | null | undefined | readonly Part[];

const render = (part: Part): string => {
  if (part === false || part === null || part === undefined) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  return typeof part === 'object' ? (part as Html).markup : escaped(String(part));
};

/** Template for markup: values are escaped unless they are markup. */
export const html = (texts: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: texts.map((text, index) => text + render(parts[index])).join(''),
});
