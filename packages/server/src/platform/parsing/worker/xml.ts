import { SaxesParser } from 'saxes';
import { Excess } from '../limits.ts';
import type { XmlElement, XmlLimits } from '../messages.ts';

const nameOf = (uri: string, local: string): string => (uri ? `{${uri}}${local}` : local);

/**
 * The root of an XML document in UTF-8, with all names in their namespaces. Anything that is not well-formed
 * is an error; document types, which define entities, and instructions are refused, as no protocol has them.
 * Text is that of an element as a whole: a comment inside of a name does not cut the name.
 */
export const xmlRoot = (file: Uint8Array, most: XmlLimits): XmlElement => {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let elements = 0;
  const unusual = () => {
    throw new Excess('unusual');
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', unusual);
  parser.on('processinginstruction', unusual);
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && encoding.toLowerCase() !== 'utf-8') unusual();
  });
  parser.on('opentag', ({ uri, local, attributes }) => {
    elements += 1;
    if (elements > most.elements || open.length >= most.depth) throw new Excess('parts', most.elements);
    const named = Object.values(attributes).map(
      ({ uri, local, value }) => [nameOf(uri, local), value] as const,
    );
    const element: XmlElement = { name: nameOf(uri, local), attributes: [...named], text: '', children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const add = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void open.pop());
  parser.write(new TextDecoder('utf-8', { fatal: true }).decode(file)).close();
  if (!root) throw new Error('no element');
  return root;
};
