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
/** Changes the page, and waits for what follows immediately. */
const change = async (act: () => void) => {
  act();
  await new Promise((resolve) => setTimeout(resolve));
};
const row = (name: string) =>
  `<li id="${name}"><button id="open-${name}"></button><button id="close-${name}"></button></li>`;

test.each([
  ['the next one', 'b', 'close-c'],
  ['the one before the last', 'c', 'close-b'],
])('when a row is removed, the same control of %s gets the focus', async (_which, gone, heir) => {
  show(`<ul>${row('a')}${row('b')}${row('c')}</ul>`);
  at(`close-${gone}`).focus();
  await change(() => at(gone).remove());
  expect(focused()).toBe(heir);
});

test('rows of which only one is reached by Tab still match controls by position', async () => {
  show(
    `<div role="table">${['a', 'b'].map((name, at) => `<div id="row-${name}" tabindex="${at - 1}">${row(name)}</div>`).join('')}</div>`,
  );
  at('close-b').focus();
  await change(() => at('row-b').remove());
  expect(focused()).toBe('close-a');
});

test('when several rows are removed at once, the next remaining one gets the focus', async () => {
  show(`<ul>${row('a')}${row('b')}${row('c')}${row('d')}</ul>`);
  at('close-b').focus();
  await change(() => {
    at('b').remove();
    at('c').remove();
  });
  expect(focused()).toBe('close-d');
});

test('the replacement of a removed element gets the focus', async () => {
  show('<p><i></i><textarea id="field"></textarea><a id="other" href="/"></a></p>');
  at('field').focus();
  await change(() => {
    const button = document.createElement('button');
    button.id = 'edit';
    at('field').replaceWith(button);
  });
  expect(focused()).toBe('edit');
});

test('when a row and then the whole list are removed, the surrounding region gets the focus', async () => {
  show(`<main id="page"><div><ul id="list">${row('a')}${row('b')}</ul></div></main>`);
  at('open-a').focus();
  await change(() => {
    at('a').remove();
    at('list').remove();
  });
  expect(focused()).toBe('page');
});

test('when the last row is removed, the surrounding region gets the focus', async () => {
  show(`<main id="page"><ul>${row('a')}</ul></main>`);
  at('open-a').focus();
  await change(() => at('a').remove());
  expect(focused()).toBe('page');
});

test("when a dialog closes, its opener or the opener's replacement gets the focus", async () => {
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

test('when a menu is removed with the focus in it, its opener gets the focus', async () => {
  show('<button id="opener"></button><ul id="menu" data-menu><li id="item" tabindex="-1"></li></ul>');
  at('opener').focus();
  at('item').focus();
  await change(() => at('menu').remove());
  expect(focused()).toBe('opener');
});

test('a hidden opener is skipped', async () => {
  show(
    '<button id="menu"></button><div id="list"><button id="item"></button></div><div id="dialog"><input id="ok"></div>',
  );
  for (const id of ['menu', 'item', 'ok']) at(id).focus();
  at('list').style.display = 'none';
  await change(() => at('dialog').remove());
  expect(focused()).toBe('menu');
});

test('after a click on nothing focusable, the focus is left alone', async () => {
  show(`<ul>${row('a')}${row('b')}</ul>`);
  at('close-a').focus();
  await change(() => at('close-a').blur());
  await change(() => at('a').remove());
  expect(document.activeElement).toBe(document.body);
  bringFocusBack();
  expect(focused()).toBe('close-b');
});

test('a moved element keeps the focus', async () => {
  show(`<ul>${row('a')}${row('b')}</ul>`);
  at('close-a').focus();
  await change(() => at('b').after(at('a')));
  expect(focused()).toBe('close-a');
});

test('an element that appears after nothing could take the focus does not get it', async () => {
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
