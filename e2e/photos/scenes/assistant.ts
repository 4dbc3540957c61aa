import type { Demo } from '../../tests/pages/demo.ts';
import type { Subject } from '../subject.ts';
import { type Show, scene } from './hand.ts';

const dashboard = 'console/dashboard';

const switchOn = ({ admin }: Demo) =>
  admin.call('PATCH', '/api/v1/settings/setting/?category=chatai', {
    CHAT_AI_ENABLED: true,
    GPT_BASE_URL: 'http://127.0.0.1:9/v1',
    GPT_API_KEY: 'sk-photos',
    GPT_MODEL: 'gpt-4o',
  });

const open: Show = async ({ page, say, goTo }, { demo }) => {
  await switchOn(demo);
  await goTo(dashboard);
  await page
    .getByRole('button', { name: say('Open the assistant') })
    .or(page.getByRole('button', { name: say('Assistant. Drag or use the arrow keys to move this handle') }))
    .first()
    .click();
  await page.getByRole('dialog').last().waitFor();
};

/** The assistant: its handle, greeting, history, and a question to a model that cannot be reached. */
export const assistantScenes: Subject[] = [
  scene('assistant/handle', 'console/assets/assets', async ({ goTo }, { demo }) => {
    await switchOn(demo);
    await goTo('console/assets/assets');
  }),
  scene('assistant/greeting', dashboard, open),
  scene('assistant/history', dashboard, async (hand, stage) => {
    await open(hand, stage);
    await hand.page.getByRole('tab', { name: hand.say('History') }).click();
  }),
  scene('assistant/no-answer', dashboard, async (hand, stage) => {
    await open(hand, stage);
    await hand.page.getByLabel(hand.say('Your question')).fill('What does chmod 755 do?');
    await hand.page.keyboard.press('Enter');
    await hand.page.waitForTimeout(2_500);
  }),
];
