import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { proofSize } from '../../../scripts/proofSize.ts';
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
 * What a user expects of an interruption. Every cell is a step of a journey.
 *
 *               | list              | form             | organization      | confirm dialog    | palette
 * refresh       | filters, page,    | asks first, no   | same organization | closed, nothing   | closed
 *               | order, columns    | input is lost    | in this tab       | shown             |
 * back button   | the same place    | asks first,      | missing row is    | closes with the   | closes with
 *               |                   | stays            | reported, same    | page              | the page
 *               |                   |                  | organization      |                   |
 * two tabs      | missing row and   | the slower one   | each writes into  | the confirmation  | recent in
 *               | sign-out reported | is asked         | its own           | holds in both     | both
 * a second user | deleted row is    | deleted row can  | deleted one       | deleted account   | deleted row
 *               | removed           | be created again | cannot be chosen  | is reported       | is reported
 * web session   | same place after  | sign-in in       | same place after  | sign-in, nothing  | sign-in
 * over          | sign-in           | another window,  | sign-in           | is shown          |
 *               |                   | then saved       |                   |                   |
 * server        | reported, retried | reported, saved  | reported, stays   | reported, retried | reported,
 * restart       |                   | once             |                   |                   | not "none
 *               |                   |                  |                   |                   | found"
 *
 * A phone shows no column headings; there a secret has its own dialog.
 *
 * Import, export, batch update and the assistant have their tables in transfers.ts and questions.ts.
 */

let estate: Estate;
let browser: Browser;
let place: Workplace;
beforeAll(async () => {
  [estate, browser] = await Promise.all([
    openEstate({ GATEHOUSE_VIEW_SECRETS_BY_PASSWORD: '1' }),
    openBrowser(),
  ]);
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

const journeys = [
  ['A-8-003 a list keeps its search and says which row no longer exists', workOnList],
  ['A-4.2-011 each tab works in the organization it shows', switchOrganization],
  ['a form loses no input and is saved once', workOnForm],
  ['the palette finds pages and rows, and says when it cannot search', searchByPalette],
  ['A-8-008 a secret is shown only after a confirmation', proveIdentity],
] as const;

describe.each([
  ['on a desktop', 'desk', journeys],
  // What a phone shows differently: cards, and the menu behind a button. npm run test:long runs the others too.
  ['on a phone', 'phone', journeys.slice(0, proofSize({ small: 1, whole: journeys.length }))],
] as const)('%s', (_, device, made) => {
  test.each(made)(
    '%s: refresh, back button, two tabs, a second user, an expired web session, a restart',
    async (_title, journey) => {
      await journey(place, device);
      await leaveWindows();
    },
  );
});
