import { expect, test } from 'vitest';
import { readMessage } from './index.ts';

const shown = (params: Record<string, string>) =>
  readMessage({ key: 'no_message_of_the_catalogue', params }, (_key, given) => JSON.stringify(given), 'en');

test.each(['by', 'applicant'])('in the parameter %s, a space separates name and username', (name) => {
  expect(JSON.parse(shown({ [name]: 'Ann Lee(ann)' }).subject)).toEqual({ [name]: 'Ann Lee (ann)' });
  expect(JSON.parse(shown({ [name]: 'Ann Lee (ann)' }).subject)).toEqual({ [name]: 'Ann Lee (ann)' });
});

test('other parameters stay as they are, and what they contain is no markup', () => {
  const { subject, message } = shown({ asset: '<b>db(01)' });
  expect(JSON.parse(subject)).toEqual({ asset: '<b>db(01)' });
  expect(message).toBe('<p>{"asset":"&lt;b&gt;db(01)"}</p>');
});
