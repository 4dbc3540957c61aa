import type { Page } from 'playwright-core';

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'main.yml' });

/** Replaces what is in the editor, as a user does. */
const write = async (page: Page, text: string): Promise<void> => {
  await editorOf(page).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
};

const saved = (page: Page) => page.getByText('main.yml saved').first().waitFor();

/** A new playbook: what must not run is marked while it is written, and the file is saved by a key. */
const writeOne = async (own: Page): Promise<void> => {
  await own.goto('/ui/workbench/ops/templates?activeTab=PlaybookList');
  await own.getByRole('main').getByRole('button', { name: 'Create', exact: true }).first().click();
  await own.getByRole('menuitem', { name: 'Empty playbook' }).click();
  await own.getByLabel(/^Name/).fill('Nightly restart');
  await own.getByRole('button', { name: 'Submit' }).click();
  await write(own, '- hosts: localhost');
  await own.getByText(/^Line 1: “hosts:localhost”/).waitFor();
  await write(own, '- hosts: web');
  await own.getByText('modified').waitFor({ state: 'attached' });
  await own.keyboard.press('ControlOrMeta+s');
  await saved(own);
};

/** The same file in a second window: the later save asks first, and no text is lost. */
const saveTwice = async (own: Page): Promise<void> => {
  const beside = await own.context().newPage();
  await beside.goto(own.url());
  await beside.getByRole('tab', { name: 'Workspace' }).click();
  await write(beside, '- hosts: theirs');
  await beside.getByRole('button', { name: 'Save' }).click();
  await saved(beside);
  await write(own, '- hosts: mine');
  await own.keyboard.press('ControlOrMeta+s');
  const question = own.getByRole('dialog', { name: 'main.yml was saved elsewhere' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await editorOf(own).getByText('- hosts: mine').waitFor();
  await own.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Replace it' }).click();
  await own.getByText('modified').waitFor({ state: 'detached' });
  await beside.reload();
  await beside.getByRole('tab', { name: 'Workspace' }).click();
  await editorOf(beside).getByText('- hosts: mine').waitFor();
  await beside.close();
};

/** Files and folders by the keyboard alone; a modified file asks before it is closed. */
const arrange = async (own: Page): Promise<void> => {
  const named = async (button: string, name: string) => {
    await own.getByRole('button', { name: button }).press('Enter');
    await own.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name);
    await own.keyboard.press('Enter');
    await own.getByRole('treeitem', { name }).waitFor();
  };
  await named('New folder', 'roles');
  await named('New file', 'notes.txt');
  await own.getByRole('button', { name: 'main.yml', exact: true }).click();
  await write(own, '- hosts: none');
  await own.getByRole('button', { name: 'Close main.yml' }).click();
  const question = own.getByRole('dialog', { name: 'Save the changes to main.yml?' });
  await own.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await editorOf(own).getByText('- hosts: none').waitFor();
  await own.getByRole('button', { name: 'Close main.yml' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await editorOf(own).waitFor({ state: 'detached' });
};

/** A user writes a playbook in the workspace, in two windows. */
export const writePlaybook = async (own: Page): Promise<void> => {
  await writeOne(own);
  await saveTwice(own);
  await arrange(own);
};
