import type { Subject } from '../subject.ts';
import { onRow, type Show, scene } from './hand.ts';

const workspace = (name: string, show: Show): Subject =>
  onRow(
    `ops/${name}`,
    ({ playbook }) => `workbench/ops/playbook/${playbook?.id}?activeTab=PlaybookWorkspace`,
    async (hand, stage) => {
      await hand.page.getByRole('textbox', { name: 'main.yml' }).waitFor();
      await show(hand, stage);
    },
  );

const write: Show = async ({ page }) => {
  await page.getByRole('textbox', { name: 'main.yml' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\n- hosts: localhost\ntasks:\n- local_action: command id');
  await page.getByText(/hosts:localhost/).waitFor();
};

const playbooks = 'workbench/ops/templates?activeTab=PlaybookList';

/** The job center. */
export const opsScenes: Subject[] = [
  scene('ops/playbooks', playbooks, async () => undefined),
  scene('ops/upload', playbooks, async ({ press, choose }) => {
    await press('Create');
    await choose('Upload archive');
  }),
  workspace('workspace', async () => undefined),
  workspace('workspace-marks', write),
  workspace('workspace-close', async (hand, stage) => {
    await write(hand, stage);
    await hand.main
      .getByRole('button', { name: hand.say('Close {{path}}') })
      .last()
      .click();
    await hand.dialog.waitFor();
  }),
  workspace('workspace-menu', async ({ page }) => {
    await page.getByRole('treeitem', { name: 'main.yml' }).click({ button: 'right' });
    await page.getByRole('menu').waitFor();
  }),
  workspace('workspace-name', async ({ press, dialog, say }) => {
    await press('New file');
    await dialog.getByRole('textbox').fill('a/b');
    await press('Create', dialog);
    await dialog.getByText(say('A name cannot contain / \\ : * ? " < > |')).waitFor();
  }),
];
