import { expect, test } from 'vitest';
import { commandText } from './commandText.ts';

test.each([
  ['rm -rf /srv/old\n  --one-file-system\t# old', undefined],
  ['', 'hidden'],
  [' \n', 'hidden'],
  ['sudo !!', 'changing'],
  ['rm $X', 'changing'],
  ['rm `cat list`', 'changing'],
  ['rm -rf ~/x', 'changing'],
  ['ls\n^a^b', 'changing'],
  ['x'.repeat(4_090), undefined],
  ['x'.repeat(4_091), 'cut'],
  ['ls \u202E/ fr- mr', 'uncertain'],
  ['ls\r reboot', 'uncertain'],
  ['l\u200Bs', 'uncertain'],
])('of %j a reviewer sees all that runs, or is told why not: %s', (command, doubt) => {
  expect(commandText(command).doubt).toBe(doubt);
});

test('characters that cannot be seen are written out', () => {
  expect(commandText('ls \u202E/ fr- mr\u0007').command).toBe('ls ⟨U+202E⟩/ fr- mr⟨U+0007⟩');
});

test('what the machine did not show is not kept, whatever a component sends', () => {
  expect(commandText('S3cret', 'hidden')).toEqual({ command: '', doubt: 'hidden' });
  expect(commandText('reboot', 'uncertain')).toEqual({ command: 'reboot', doubt: 'uncertain' });
});
