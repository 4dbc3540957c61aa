import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  andThenNothing,
  inPieces,
  type startModel,
} from '../../../packages/server/test/servers/modelServer.ts';
import { breakServer, secondTab } from '../../people/disturbances.ts';
import { loseSession, openWindow, signInAgain, type Workplace } from './workplace.ts';

/*
 * Interruptions of a conversation with the assistant; a dash with the reason where nothing can happen.
 *
 * refresh          the conversation is found in the history
 * back button      the drawer stays open over the next page
 * two tabs         both ask; one conversation holds all questions
 * second user      - a conversation belongs to its owner alone
 * web session over the page asks to sign in; the conversation is kept
 * server restart   reported in place of the answer; asked again after reconnecting, without a reload
 * phone            the drawer is as wide as the screen
 */

type Model = Awaited<ReturnType<typeof startModel>>;

const at = (page: Page) => {
  const drawer = page.getByRole('dialog', { name: 'Assistant' });
  const question = drawer.getByLabel('Your question');
  return {
    drawer,
    question,
    open: async () => {
      await page.getByRole('button', { name: 'Open the assistant' }).click();
      await question.waitFor();
    },
    ask: async (text: string) => {
      await question.fill(text);
      await page.keyboard.press('Enter');
    },
    /** Reconnects at once, unless the page does so before the click. */
    reconnect: async () => {
      const button = drawer.getByRole('button', { name: 'Reconnect' });
      const again = drawer.getByRole('button', { name: 'Ask again' });
      await button.or(again).waitFor();
      if (await button.isVisible()) await button.click({ timeout: 2_000 }).catch(() => again.waitFor());
    },
    /** Finds a conversation by its first question. */
    find: async (text: string) => {
      await drawer.getByRole('tab', { name: 'History' }).click();
      await drawer.getByRole('button', { name: text }).first().click();
    },
    says: (text: string) => drawer.getByText(text, { exact: true }).first().waitFor(),
  };
};

/** Questions and answers are kept; lost ones are reported and can be repeated. */
export const workOnQuestions = async (place: Workplace, model: Model): Promise<void> => {
  const page = await openWindow(place, 'desk');
  const assistant = at(page);
  await page.goto('/ui/console/assets/domains');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await menu.getByRole('link', { name: 'Asset list', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Asset list' }).waitFor();
  await assistant.open();

  // The server goes down in the middle of an answer.
  model.answer(andThenNothing('Half of it', () => undefined));
  await assistant.ask('What is a domain?');
  await assistant.says('Half of it');
  const isBack = await breakServer(place.gatehouse);
  await assistant.says('The connection to the assistant was lost.');
  await isBack();
  await assistant.reconnect();
  model.answer(inPieces(['All ', 'of it']));
  await assistant.drawer.getByRole('button', { name: 'Ask again' }).click();
  await assistant.says('All of it');

  // The back button changes the page, not the conversation.
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
  await assistant.says('All of it');
  await page.reload();
  await assistant.open();
  await assistant.find('What is a domain?');
  await assistant.says('All of it');

  // Two tabs in one conversation.
  const tab = await secondTab(page);
  const other = at(tab);
  await other.open();
  await other.find('What is a domain?');
  model.answer(inPieces(['From the other tab']));
  await other.ask('And a zone?');
  await other.says('From the other tab');
  model.answer(inPieces(['From this tab']));
  await assistant.ask('And a gateway?');
  await assistant.says('From this tab');
  expect(model.requests.at(-1)?.body.messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining(['And a zone?', 'From the other tab', 'And a gateway?']),
  );
  await tab.close();

  // The web session ends: the page asks to sign in, and the conversation is kept.
  await loseSession(place, page, () => assistant.ask('Still there?'));
  await signInAgain(page);
  await assistant.open();
  await assistant.find('What is a domain?');
  await assistant.says('From this tab');
  await page.context().close();

  const small = await openWindow(place, 'phone');
  const inHand = at(small);
  await small.goto('/ui/console/assets/domains');
  await inHand.open();
  await expect.poll(async () => (await inHand.drawer.boundingBox())?.width).toBe(390);
  model.answer(inPieces(['On a ', 'telephone']));
  await inHand.ask('Where are you?');
  await inHand.says('On a telephone');
  await small.context().close();
};
