// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Drawer, Dropdown, Modal, Popover, Select, Tabs } from 'antd';
import { afterEach, expect, test } from 'vitest';
import { openDomains } from '../openDomains.tsx';
import { openRoute } from '../openRoute.tsx';
import { askedProperties, askedStyle, styleOfWindow } from './askedStyles.ts';

const named = (element: Element) => (element.cloneNode() as Element).outerHTML;

/** Where the two styles differ, over all elements of the page; and how many elements are hidden. */
const compared = () => {
  const differences: string[] = [];
  const elements = [...document.querySelectorAll('*')];
  for (const element of elements) {
    const [own, theirs] = [askedStyle(element), styleOfWindow(element)];
    for (const property of askedProperties) {
      const [answer, expected] = [own.getPropertyValue(property), theirs.getPropertyValue(property)];
      if (answer !== expected)
        differences.push(`${property}: ${answer} instead of ${expected} ${named(element)}`);
    }
    const names = [
      'display',
      'visibility',
      'pointerEvents',
      'zIndex',
      'overflow',
      'overflowX',
      'overflowY',
    ] as const;
    for (const name of names)
      if (own[name] !== theirs[name]) differences.push(`${name}: ${own[name]} ${named(element)}`);
  }
  const inBody = [...document.body.querySelectorAll('*')];
  return { differences, hidden: inBody.filter((element) => askedStyle(element).display === 'none').length };
};

const sheets: HTMLStyleElement[] = [];
afterEach(() => {
  for (const sheet of sheets.splice(0)) sheet.remove();
});
const withRules = (css: string): HTMLStyleElement => {
  const sheet = document.head.appendChild(document.createElement('style'));
  sheets.push(sheet);
  sheet.textContent = css;
  return sheet;
};

test('what the browser hides by itself is hidden', () => {
  document.body.innerHTML = `
    <p hidden>a</p><p hidden="until-found">b</p><dialog>c</dialog><dialog open>d</dialog><div popover>e</div>
    <details><summary>f</summary><p>g</p></details><details open><summary>h</summary><p>i</p></details>
    <template>j</template><script type="text/plain">k</script><noscript>l</noscript><datalist><option>m</option></datalist>
    <input type="hidden"><input type="HIDDEN"><input type="checkbox"><input><hr><slot></slot><ruby>n<rt>o</rt></ruby>
    <table hidden><caption>p</caption><colgroup hidden><col hidden></colgroup><thead hidden><tr><th>q</th></tr></thead>
    <tbody><tr hidden><td>r</td></tr></tbody><tfoot><tr><td>s</td></tr></tfoot></table>
    <svg><style>.x{}</style><g hidden><path d=""/></g></svg><embed hidden><iframe hidden></iframe>`;
  expect(compared()).toEqual({ differences: [], hidden: 16 });
});

test('own styles and rules are weighed as everywhere', () => {
  withRules(`
    .a { display: flex } div.a { display: grid } .a { display: block }
    .b { display: none } #c.b { display: inline }
    .d, .e > .f { visibility: hidden } .e .g { visibility: visible !important } .e .g { visibility: hidden }
    [data-h] { pointer-events: none } [data-h="1"] .i { pointer-events: auto } .j:not(.k) { z-index: 5 }
    .l:hover, .l:first-child { z-index: var(--top, 3) } .m::before { display: none } .n { overflow: hidden }
    .o { overflow-x: auto; overflow-y: inherit } * > .p { display: contents } .q\\:r { display: none }
    @media print { .s { display: none } } @media screen { .t { display: none } } @supports (display: grid) { .u { display: none } }
    :is(.v, .w) { display: none } .x[title~="y, z"] { display: none } A, B { z-index: 2 } .aa.ab .ac { display: none }`);
  document.body.innerHTML = `
    <div class="a"></div><div class="a" style="display: none"></div><div class="b"></div><div class="b" id="c"></div>
    <div class="d"><i></i><i style="visibility: visible"><b></b></i><i style="visibility: inherit"></i></div>
    <div class="e"><p class="f"><b class="g"></b><b class="g" style="visibility: collapse"></b></p></div>
    <div data-h="1"><b class="i"></b><i style="pointer-events: initial"><u></u></i></div>
    <div class="j"></div><div class="j k"></div><div class="l"></div><div class="m"></div><div class="n"></div>
    <div class="o" style="overflow: scroll"><b class="o"></b></div><div class="p"></div><div class="q:r"></div>
    <div class="s"></div><div class="t"></div><div class="u"></div><div class="v"></div><div class="x" title="y, z"></div>
    <a></a><b></b><div class="aa ab"><div><p class="ac"></p></div></div><div class="aa"><p class="ac"></p></div>
    <div style="display: revert; z-index: unset; visibility: unset"></div>
    <div style="display: none !important" class="a"></div>`;
  expect(compared().differences).toEqual([]);
});

test('each change of an element or a rule counts at once', () => {
  const sheet = withRules('.a { display: none }');
  document.body.innerHTML = '<div><p></p></div>';
  const [outer, inner] = [document.querySelector('div')!, document.querySelector('p')!];
  const shown = () => [
    askedStyle(outer).display,
    askedStyle(inner).visibility,
    compared().differences.length,
  ];
  expect(shown()).toEqual(['block', 'visible', 0]);
  outer.className = 'a';
  expect(shown()).toEqual(['none', 'visible', 0]);
  outer.style.visibility = 'hidden';
  expect(shown()).toEqual(['none', 'hidden', 0]);
  sheet.sheet?.insertRule('div.a { display: flex }', 0);
  expect(shown()).toEqual(['flex', 'hidden', 0]);
  sheet.textContent = 'p { visibility: visible }';
  expect(shown()).toEqual(['block', 'visible', 0]);
  sheet.remove();
  expect(shown()).toEqual(['block', 'hidden', 0]);
  outer.remove();
  expect(askedStyle(inner).visibility).toBe(styleOfWindow(inner).visibility);
});

test('what only jsdom knows, it answers', () => {
  document.body.innerHTML = '<b style="color: red; font-size: 12px">a</b>';
  const style = askedStyle(document.querySelector('b')!);
  expect([style.color, style.fontWeight, style.getPropertyValue('font-size')]).toEqual([
    'rgb(255, 0, 0)',
    'bolder',
    '12px',
  ]);
  expect([style.getPropertyPriority('color'), style.length > 0]).toEqual(['', true]);
});

test('dialogs, drawers, menus, popovers and tabs, open and closed', async () => {
  const user = userEvent.setup();
  const items = [
    { key: 'a', label: 'One', children: <p>first</p> },
    { key: 'b', label: 'Two', children: <p>second</p>, forceRender: true },
  ];
  const shown = (isOpen: boolean) => (
    <>
      <Modal open={isOpen} title="Sure?" forceRender>
        <input />
      </Modal>
      <Drawer open={isOpen} title="Details" forceRender>
        <button type="button">x</button>
      </Drawer>
      <Popover open={isOpen} content="more">
        <b>about</b>
      </Popover>
      <Dropdown open={isOpen} menu={{ items: items.map(({ key, label }) => ({ key, label })) }}>
        <b>actions</b>
      </Dropdown>
      <Tabs items={items} />
      <Select aria-label="Kind" options={[{ value: 'a' }, { value: 'b', disabled: true }]} />
    </>
  );
  const { rerender } = render(shown(false));
  const closed = compared();
  rerender(shown(true));
  await screen.findByText('more');
  const open = compared();
  await user.click(screen.getByRole('combobox', { name: 'Kind', hidden: true }));
  const chosen = compared();
  rerender(shown(false));
  const left = compared();
  expect([closed, open, chosen, left].map(({ differences }) => differences)).toEqual([[], [], [], []]);
  expect(closed.hidden).toBeGreaterThan(open.hidden);
});

test('a list with its import dialog, and a form', async () => {
  const { user } = await openDomains();
  await screen.findByRole('link', { name: 'zone-1' });
  expect(compared().differences).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Import' }));
  await screen.findByRole('dialog');
  expect(compared().differences).toEqual([]);
  await openRoute('DomainCreate');
  await screen.findByRole('button', { name: 'Submit' });
  expect(compared().differences).toEqual([]);
});
