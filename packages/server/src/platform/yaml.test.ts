import { expect, test } from 'vitest';
import { readSections, writeSections } from './yaml.ts';

test('sections and their entries are read with their lines, and written values are read again', () => {
  const values = { A: 'yes', B: '0123', C: ['x', 'y: z'], D: { e: null }, F: 'one\n# two\n', G: 7, H: true };
  const text = writeSections(['head', '', 'more'], [{ name: 'first', title: 'Its title', values }]);
  expect(text.startsWith('# head\n#\n# more\n\n# Its title\nfirst:\n')).toBe(true);
  const { sections, mistakes } = readSections(text);
  expect(mistakes).toEqual([]);
  const [section] = sections;
  expect(section).toMatchObject({ name: 'first', line: 6 });
  expect(Object.fromEntries(section?.entries.map(({ key, value }) => [key, value]) ?? [])).toEqual(values);
  expect(section?.entries.map(({ line }) => line)).toEqual([7, 8, 9, 12, 14, 17, 18]);
  for (const empty of ['', '# nothing\n', 'first:\n']) expect(readSections(empty).mistakes).toEqual([]);
});

test.each([
  ['a: b: c', 1],
  ['basic:\n  SITE_URL: one\n  SITE_URL: two\n', 3],
  ['basic: &all\n  SITE_URL: one\nemail: *all\n', 3],
  ['basic: yes\n', 1],
  ['- basic\n', 1],
  ['basic:\n  SITE_URL: !!js/function "x"\n', 2],
  ['basic:\n  SITE_URL: [\n', 3],
])('a file of another form is refused on its line: %j', (text, line) => {
  expect(readSections(text).mistakes.map((mistake) => mistake.line)).toContain(line);
});
