// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bringFocusBack, keepFocus } from './focusTrail.ts';

let stop: () => void;
beforeEach(() => {
  stop = keepFocus();
});
afterEach(() => {
  stop();
  document.body.innerHTML = '';
});

const show = (html: string) => {
  document.body.innerHTML = html;
};
const at = (id: string) => document.getElementById(id) as HTMLElement;
const focused = () => document.activeElement?.id;
/** After the page changed, and whatever follows at once. */
const change = async (act: () => void) => {
  act();
  await new Promise((resolve) => setTimeout(resolve));
};
const row = (name: string) =>
  `<li id="${name}"><button id="open-${name}"></button><button id="close-${name}"></button></li>`;

test.each([
  ['the next one', 'b', 'close-c'],
  ['the one before the last', 'c', 'close-b'],
])('when a row goes, the same control of %s takes the focus', async (_which, gone, heir) => {
  show(`<ul>${row('a')}${row('b')}${row('c')}</ul>`);
  at(`close-${gone}`).focus();
  await change(() => at(gone).remove());
  expect(focused()).toBe(heir);
});

test('rows of which only one is reached by Tab count their controls alike', async () => {
  show(
    `<div role="table">${['a', 'b'].map((name, at) => `<div id="row-${name}" tabindex="${at - 1}">${row(name)}</div>`).join('')}</div>`,
  );
  at('close-b').focus();
  await change(() => at('row-b').remove());
  expect(focused()).toBe('close-a');
});

test('when several rows go at once, the next one that stays takes the focus', async () => {
  show(`<ul>${row('a')}${row('b')}${row('c')}${row('d')}</ul>`);
  at('close-b').focus();
  await change(() => {
    at('b').remove();
    at('c').remove();
  });
  expect(focused()).toBe('close-d');
});

test('what comes in the place of the element takes the focus', async () => {
  show('<p><i></i><textarea id="field"></textarea><a id="other" href="/"></a></p>');
  at('field').focus();
  await change(() => {
    const button = document.createElement('button');
    button.id = 'edit';
    at('field').replaceWith(button);
  });
  expect(focused()).toBe('edit');
});

test('when a row goes and then the whole list, the region around takes the focus', async () => {
  show(`<main id="page"><div><ul id="list">${row('a')}${row('b')}</ul></div></main>`);
  at('open-a').focus();
  await change(() => {
    at('a').remove();
    at('list').remove();
  });
  expect(focused()).toBe('page');
});

test('when the last row goes, the region around it takes the focus', async () => {
  show(`<main id="page"><ul>${row('a')}</ul></main>`);
  at('open-a').focus();
  await change(() => at('a').remove());
  expect(focused()).toBe('page');
});

test('when a dialog goes, what opened it takes the focus, or stands in its place', async () => {
  show(
    `<main id="page"><ul>${row('a')}${row('b')}</ul></main><div id="dialog"><button id="ok"></button></div>`,
  );
  at('close-a').focus();
  at('ok').focus();
  await change(() => at('a').remove());
  expect(focused()).toBe('ok');
  await change(() => at('dialog').remove());
  expect(focused()).toBe('close-b');
});

test('a hidden opener is passed over', async () => {
  show(
    '<button id="menu"></button><div id="list"><button id="item"></button></div><div id="dialog"><input id="ok"></div>',
  );
  for (const id of ['menu', 'item', 'ok']) at(id).focus();
  at('list').style.display = 'none';
  await change(() => at('dialog').remove());
  expect(focused()).toBe('menu');
});

test('whoever clicked beside everything is left alone', async () => {
  show(`<ul>${row('a')}${row('b')}</ul>`);
  at('close-a').focus();
  await change(() => at('close-a').blur());
  await change(() => at('a').remove());
  expect(document.activeElement).toBe(document.body);
  bringFocusBack();
  expect(focused()).toBe('close-b');
});

test('an element that is only moved keeps the focus', async () => {
  show(`<ul>${row('a')}${row('b')}</ul>`);
  at('close-a').focus();
  await change(() => at('b').after(at('a')));
  expect(focused()).toBe('close-a');
});

test('what shows up after nothing could take the focus does not draw it', async () => {
  show('<button id="go"></button><button id="hidden"></button>');
  at('hidden').focus();
  at('go').focus();
  at('hidden').style.display = 'none';
  await change(() => at('go').remove());
  expect(document.activeElement).toBe(document.body);
  at('hidden').style.display = '';
  await change(() => document.body.append(document.createElement('p')));
  expect(document.activeElement).toBe(document.body);
});
