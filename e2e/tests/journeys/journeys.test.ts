import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { openBrowser } from '../../fixtures/browser.ts';
import { type Estate, openEstate } from '../../fixtures/estate.ts';
import { tellWhatWasSeen } from '../../fixtures/onFailure.ts';
import { proveIdentity } from './confirmation.ts';
import { workOnForm } from './form.ts';
import { workOnList } from './list.ts';
import { switchOrganization } from './organization.ts';
import { searchByPalette } from './palette.ts';
import { openWorkplace, type Workplace } from './workplace.ts';

/*
 * What a person expects when something happens in the midst of work. Every cell is a step of a journey.
 *
 *                | list              | form               | organization       | confirm dialog     | palette
 * refresh        | filters, page,    | is asked, nothing  | stays in the one   | gone, nothing      | closed
 *                | order, columns    | typed is lost      | of this tab        | shown              |
 * back button    | the same place    | is asked, stays    | lost row is told,  | leaves with the    | leaves with the
 *                |                   |                    | same organization  | page               | page
 * two tabs       | gone row is told; | the slower one is  | each writes into   | the proof holds in | recent in both
 *                | signed out is told| told and decides   | its own            | both               |
 * a second user  | gone row leaves   | deleted row can be | deleted one is not | deleted account is | deleted row is told
 *                | the list          | made anew          | entered            | told               |
 * session over   | back at the same  | signs in beside,   | signs in, is where | signs in, nothing  | signs in
 *                | place             | saves what is there| it was             | shown              |
 * server restart | told, tries again | told, saved once   | told, stays        | told, tries again  | told, not "none found"
 *
 * A phone has no heads of columns; there a secret has a dialog of its own.
 *
 * Import, export, batch update and the assistant have theirs in transfer.test.ts and assistant.test.ts.
 */

let estate: Estate;
let browser: Browser;
let place: Workplace;
beforeAll(async () => {
  [estate, browser] = await Promise.all([openEstate(), openBrowser()]);
  place = await openWorkplace(estate.gatehouse, browser, estate.admin);
});
afterAll(async () => {
  await browser?.close();
  await estate?.remove();
});

tellWhatWasSeen(
  () => Object.fromEntries((browser?.contexts() ?? []).flatMap((context) => context.pages()).entries()),
  () => estate?.gatehouse,
);

const leaveWindows = async () => {
  for (const context of browser.contexts()) await context.close();
};

describe.each([
  ['on a desktop', 'desk'],
  ['on a phone', 'phone'],
] as const)('%s', (_, device) => {
  test.each([
    ['A-8-003 a list keeps its search and says which row no longer exists', workOnList],
    ['a form loses no input and is saved once', workOnForm],
    ['A-4.2-011 each tab works in the organization it shows', switchOrganization],
    ['the palette finds pages and rows, and says when it cannot search', searchByPalette],
    ['A-8-008 a secret is shown only after a confirmation', proveIdentity],
  ])(
    '%s: refresh, back button, two tabs, a second user, an expired session, a restart',
    async (_title, journey) => {
      await journey(place, device);
      await leaveWindows();
    },
  );
});
