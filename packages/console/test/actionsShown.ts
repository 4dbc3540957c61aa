import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

const isOff = (element: Element): boolean =>
  element.getAttribute('aria-disabled') === 'true' || element.hasAttribute('disabled');

/** The texts of these elements, each with `(off)` if disabled. */
const wordsOf = (elements: Iterable<Element>): string[] =>
  [...elements].map((element) => `${element.textContent}${isOff(element) ? ' (off)' : ''}`);

const rowOf = async (text: string): Promise<HTMLElement> =>
  (await screen.findByText(text)).closest('tr') as HTMLElement;

const openerIn = (row: HTMLElement) => within(row).queryByRole('button', { name: /^More actions/ });

const closeMenu = async (user: UserEvent): Promise<void> => {
  await user.keyboard('{Escape}');
  await waitFor(() => {
    if (screen.queryByRole('menu')) throw new Error('the menu is still open');
  });
};

/** The actions of the row with this text, in order: first its buttons, then the items of its menu. */
export const actionsOfRow = async (user: UserEvent, text: string): Promise<string[]> => {
  const row = await rowOf(text);
  const shown = wordsOf(row.querySelectorAll('[data-action]'));
  const opener = openerIn(row);
  if (!opener) return shown;
  await user.click(opener);
  const inMenu = wordsOf(await screen.findAllByRole('menuitem'));
  await closeMenu(user);
  return [...shown, ...inMenu];
};

/** Runs an action of the row with this text. */
export const chooseInRow = async (user: UserEvent, text: string, action: string): Promise<void> => {
  const row = await rowOf(text);
  const shown = [...row.querySelectorAll('[data-action]')].find(({ textContent }) => textContent === action);
  if (shown) return user.click(shown);
  await user.click(openerIn(row) as HTMLElement);
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

const above = { name: /^More actions( \(\d+\))?$/ };

/** The actions in the menu above the list, in order. */
export const actionsAbove = async (user: UserEvent): Promise<string[]> => {
  await user.click(await screen.findByRole('button', above));
  const words = wordsOf(await screen.findAllByRole('menuitem'));
  await closeMenu(user);
  return words;
};

/** Runs an action from the menu above the list. */
export const chooseAbove = async (user: UserEvent, action: string): Promise<void> => {
  await user.click(await screen.findByRole('button', above));
  await user.click(await screen.findByRole('menuitem', { name: action }));
};

/** Selects the rows with these names. */
export const select = async (user: UserEvent, ...names: string[]): Promise<void> => {
  for (const name of names) await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
};

/** The column headings, from left to right. */
export const columnsShown = async (): Promise<string[]> =>
  (await screen.findAllByRole('columnheader')).map((cell) => cell.textContent ?? '').filter(Boolean);

/** The tabs of the page, from left to right. */
export const tabsShown = async (): Promise<(string | null)[]> =>
  (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);

/** Finds a dialog by its title text: in tests all dialogs of the library share one title id. */
export const dialogNamed = async (title: string | RegExp) =>
  waitFor(() => {
    const dialogs = screen
      .queryAllByText(title)
      .flatMap((text) => text.closest<HTMLElement>('[role="dialog"]') ?? []);
    const [dialog] = dialogs;
    if (!dialog) throw new Error(`no dialog is titled ${title}`);
    return within(dialog);
  });

/** The dialog opened last. */
export const lastDialog = async () => {
  const dialogs = await screen.findAllByRole('dialog');
  return within(dialogs.at(-1) as HTMLElement);
};

/** Whether this text is the name of a button, whose tooltip may open late, after the pointer has left it. */
const namesButton = (text: string | null): boolean =>
  [...document.querySelectorAll('button[aria-label]')].some(
    (each) => each.getAttribute('aria-label') === text,
  );

/** The reason in a tooltip that is not in `before`. */
const reasonTold = (before: ReadonlySet<HTMLElement> = new Set()): Promise<string | null> =>
  waitFor(() => {
    const tip = screen
      .getAllByRole('tooltip')
      .find((each) => !before.has(each) && !namesButton(each.textContent));
    if (!tip) throw new Error('no reason is shown');
    return tip.textContent;
  });

/** The reason shown while a disabled button is hovered. */
export const reasonOver = async (user: UserEvent, button: HTMLElement): Promise<string | null> => {
  const before = new Set(screen.queryAllByRole('tooltip', { hidden: true }));
  await user.hover(button.closest('span:not([class*=actions])') ?? button);
  return reasonTold(before);
};

/** The reason shown while a disabled entry of a menu is hovered; that of the first entry is shown at once. */
export const reasonOverEntry = async (user: UserEvent, name: string): Promise<string | null> => {
  await user.hover(await screen.findByRole('menuitem', { name }));
  return reasonTold();
};

/** The reason why an action above the list is disabled. */
export const whyNotAbove = async (user: UserEvent, action: string): Promise<string | null> => {
  await user.click(await screen.findByRole('button', above));
  const reason = await reasonOverEntry(user, action);
  await closeMenu(user);
  return reason;
};
