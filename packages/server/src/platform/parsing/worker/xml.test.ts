import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../../../scripts/proofSize.ts';
import { xmlRoot } from './xml.ts';

const most = { elements: 100, depth: 8 };
const read = (text: string) => xmlRoot(Buffer.from(text), most);

test('names are read in their namespaces, whatever prefixes stand for them', () => {
  const child = {
    name: '{urn:b}c',
    attributes: [
      ['{urn:a}x', '1'],
      ['y', '<&'],
    ],
    text: 't',
    children: [],
  };
  for (const text of [
    '<a:r xmlns:a="urn:a"><c xmlns="urn:b" a:x="1" y="&lt;&#38;">t</c></a:r>',
    '<?xml version="1.0" encoding="UTF-8"?>\n<r xmlns="urn:a"><a:c xmlns:a="urn:b" xmlns:b="urn:a" b:x="1" y=\'&#x3c;&amp;\'><![CDATA[t]]></a:c></r>\n',
  ]) {
    const root = read(text);
    expect(root).toMatchObject({ name: '{urn:a}r', text: '', children: [{ name: child.name, text: 't' }] });
    expect(root.children[0]?.attributes).toEqual(expect.arrayContaining(child.attributes));
  }
});

test('a comment does not cut a text, and marks are letters of all planes', () => {
  expect(read('<r>ad<!-- x -->min<b>no</b>&#x1f642;</r>')).toMatchObject({
    text: 'admin\u{1f642}',
    children: [{ text: 'no' }],
  });
});

test.each([
  ['a document type', '<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>'],
  ['a document type elsewhere', '<!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>'],
  ['an instruction', '<?xml-stylesheet href="x"?><r/>'],
  ['another encoding', '<?xml version="1.0" encoding="UTF-7"?><r/>'],
])('%s is refused', (_what, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ refused: { refused: 'unusual', max: 0 } }));
});

test.each([
  ['too many elements', `<r>${'<a/>'.repeat(100)}</r>`],
  ['too deep', '<a>'.repeat(9) + '</a>'.repeat(9)],
])('%s are refused', (_what, text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ refused: { refused: 'parts', max: 100 } }));
});

test.each([
  '',
  ' ',
  'text',
  '<r>',
  '<r></s>',
  '<r/><r/>',
  '<r>&none;</r>',
  '<r a="1" a="2"/>',
  '<a:r/>',
  '<r>\0</r>',
  '<r/>x',
])('what is not well-formed is an error: %j', (text) => {
  expect(() => read(text)).toThrow(Error);
});

test('bytes that are no UTF-8 are an error', () => {
  expect(() => xmlRoot(Buffer.from([60, 114, 62, 0xff, 60, 47, 114, 62]), most)).toThrow(TypeError);
});

test('any bytes are a document or an error', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '<r>',
      '</r>',
      '<a:b xmlns:a="u">',
      '</a:b>',
      '&amp;',
      '&#0;',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<!',
      '<?',
      '"',
      'x',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      try {
        expect(read(`<r>${pieces.join('')}</r>`).name).toBe('r');
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
      }
    }),
    proofRuns({ small: 60, whole: 50_000 }),
  );
});
