import type { Page } from 'playwright-core';

/** A user at the web terminal. */
export const operatorAt = (page: Page) => {
  const item = (name: string) =>
    page.getByRole('tree', { name: 'Assets' }).getByRole('treeitem', { name }).last();
  const pane = () => page.getByRole('tabpanel');
  return {
    /** A terminal draws its text; this turns on its screen reader mode so that tests can read it. */
    readAloud: async () => {
      await page.getByRole('button', { name: 'Terminal settings' }).first().click();
      await page.getByRole('checkbox', { name: /^Screen reader mode/ }).check();
      await page.getByRole('button', { name: 'Close panel' }).click();
    },
    openNode: (name: string) => item(name).click(),
    /** Finds an asset in the tree, chooses the account in the dialog, and waits for the shell. */
    connect: async (asset: string, account: string, prompt = 'demo:') => {
      await item(asset).click();
      const dialog = page.getByRole('dialog', { name: `Connect to ${asset}` });
      await dialog.getByRole('radio', { name: new RegExp(`^(privileged )?${account}`) }).check();
      await dialog.getByRole('button', { name: 'Connect' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await pane().getByText(prompt).first().waitFor();
    },
    /** Types a line on the keyboard. */
    type: async (line: string) => {
      await pane().getByRole('textbox').focus();
      await page.keyboard.type(line);
      await page.keyboard.press('Enter');
    },
    /** Waits until the screen shows a text. */
    see: (text: string) => pane().getByText(text).first().waitFor(),
    pane,
    /** Waits until the terminal reports its end; returns the time by the browser's clock. */
    endedAt: () =>
      pane().evaluate(
        (element) =>
          new Promise<number>((resolve) => {
            const look = () => {
              if (element.querySelector('[role=alert]')) return resolve(Date.now());
              requestAnimationFrame(look);
            };
            look();
          }),
      ),
  };
};
