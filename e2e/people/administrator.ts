import type { Locator, Page } from 'playwright-core';
import type { Sshd } from '../fixtures/sshd.ts';

/** The form on the page. */
const formAt = (page: Page) => {
  const main = page.getByRole('main');
  const field = (name: string, within: Locator = main) => within.getByRole('textbox', { name, exact: true });
  const submit = (within: Locator = main) => within.getByRole('button', { name: 'Submit' }).click();
  const created = (what: string) => page.getByText(`Created ${what}`).waitFor();
  return { main, field, submit, created };
};
type Form = ReturnType<typeof formAt>;

/** Navigation between areas and pages. */
const menuAt = (page: Page) => {
  const menu = page.getByRole('navigation', { name: 'Menu' });

  /** Dismisses the hint about areas that appears on first hover. */
  const learnAreas = async () => {
    await page.getByRole('navigation', { name: 'Areas' }).hover();
    await page.getByRole('button', { name: 'Got it' }).click();
  };

  /** Opens a page of an area by the menu, expanding its group if it has one. */
  const goTo = async (area: 'Console' | 'Audit', group: string | undefined, name: string) => {
    await page.getByRole('navigation', { name: 'Areas' }).getByRole('button', { name: area }).click();
    if (group) {
      const head = menu.getByRole('button', { name: group, exact: true });
      if ((await head.getAttribute('aria-expanded')) !== 'true') await head.click();
    }
    await menu.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  };

  return { learnAreas, goTo };
};
type GoTo = ReturnType<typeof menuAt>['goTo'];

/** The tree of nodes with its hosts. */
const machinesAt = (page: Page, goTo: GoTo, { main, field, submit, created }: Form) => {
  const node = (name: string) => main.getByRole('treeitem', { name: new RegExp(`^${name}, `) });

  const createNode = async (name: string) => {
    await goTo('Console', 'Assets', 'Asset list');
    await node('DEFAULT').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'New child node' }).click();
    await node('New node 1').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await main.getByRole('tree').getByRole('textbox', { name: 'Name' }).fill(name);
    await page.keyboard.press('Enter');
    await node(name).waitFor();
  };

  /** Creates a Linux host in a node, with an account whose password is part of the form. */
  const createHost = async (host: {
    name: string;
    node: string;
    machine: Sshd;
    spare: { name: string; password: string };
  }) => {
    await node(host.node).click();
    await main.getByRole('button', { name: 'Create' }).first().click();
    await page
      .getByRole('dialog', { name: 'Choose a platform' })
      .getByRole('button', { name: 'Linux', exact: true })
      .click();
    await main.getByText(`/DEFAULT/${host.node}`).waitFor();
    await field('Name required').fill(host.name);
    await field('Address required').fill(host.machine.host);
    await main.getByRole('spinbutton', { name: 'Port of ssh' }).fill(String(host.machine.port));
    await main.getByRole('button', { name: 'Remove sftp' }).click();
    await main.getByRole('button', { name: 'Add account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add account' });
    await field('Name required', dialog).fill(host.spare.name);
    await field('Secret', dialog).fill(host.spare.password);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await main.getByRole('cell', { name: host.spare.name, exact: true }).first().waitFor();
    await submit();
    await created(`host ${host.name}`);
  };

  /** Adds an account with a key on the page of its asset. */
  const addAccount = async (asset: string, account: { name: string; machine: Sshd }) => {
    await main.getByRole('link', { name: asset, exact: true }).click();
    await main.getByRole('tab', { name: 'Accounts' }).click();
    await main.getByRole('button', { name: 'Add account' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add account' });
    await field('Name required', dialog).fill(account.name);
    await field('Username', dialog).fill(account.machine.username);
    await dialog.getByRole('radio', { name: 'SSH key' }).check();
    // Choosing a key replaces the password field with a text area; a key filled into the password field would
    // lose its line breaks.
    await dialog.getByRole('button', { name: 'Upload file', exact: true }).waitFor();
    await field('Secret', dialog).fill(account.machine.private_key);
    await submit(dialog);
    await created(`account ${account.name}`);
  };

  return { createNode, createHost, addAccount };
};

/** Users and their permissions. */
const peopleAt = (page: Page, goTo: GoTo, { main, field, submit, created }: Form) => {
  const createUser = async (user: { name: string; username: string; email: string; password: string }) => {
    await goTo('Console', 'Users', 'Users');
    await main.getByRole('button', { name: 'Create' }).click();
    await field('Name required').fill(user.name);
    await field('Username required').fill(user.username);
    await field('Email required').fill(user.email);
    await field('Password required').fill(user.password);
    await submit();
    await created(`user ${user.name}`);
  };

  const grant = async (permission: { name: string; user: string; asset: string }) => {
    await goTo('Console', 'Permissions', 'Asset permissions');
    await main.getByRole('button', { name: 'Create' }).first().click();
    await field('Name required').fill(permission.name);
    const users = main.getByRole('combobox', { name: 'Users', exact: true });
    await users.fill(permission.user.replace(/ \(.*/, ''));
    await page.getByTitle(permission.user, { exact: true }).click();
    await users.press('Escape');
    await main.getByRole('button', { name: 'Choose: Assets' }).click();
    const assets = page.getByRole('dialog', { name: 'Choose assets' });
    await assets.getByRole('checkbox', { name: `Select ${permission.asset}` }).check();
    await assets.getByRole('button', { name: 'Choose 1' }).click();
    await main.getByRole('checkbox', { name: /^All accounts/ }).check();
    await submit();
    await created(`asset permission ${permission.name}`);
  };

  return { createUser, grant };
};

/** An administrator who sets up a host and grants access to it, using only the console. */
export const administratorAt = (page: Page) => {
  const { learnAreas, goTo } = menuAt(page);
  const form = formAt(page);
  return { learnAreas, goTo, ...machinesAt(page, goTo, form), ...peopleAt(page, goTo, form) };
};
