import {
  changeSettings,
  foreseeSettings,
  getSettingHistory,
  getSettings,
  listPanels,
} from '@gatehouse/contract/calls/settings.ts';
import { bind, partsOf, whole } from '../../engine/calls/bind.ts';
import { readForm } from '../../engine/form.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import type { Licence } from '../licence/licence.ts';
import { addBlockedAddresses } from './blockedAddresses.ts';
import { consequencesOf, type ForesightDeps } from './consequences.ts';
import { addProposals } from './proposals/decide.ts';
import { submitChange } from './proposals/propose.ts';
import { addReverts } from './revert.ts';
import { describeSettings, settingFormIn, toldFormIn } from './settingForms.ts';
import { historyOf } from './settingHistory.ts';
import { refuseUnknown, shownValues, valuesFrom } from './settingValues.ts';
import { shownPanels } from './shownPanels.ts';

type Deps = ForesightDeps & { licence: Licence; lockOut: LockOut };

/** Registers reading and changing product settings by category, each with its permission. */
export const addSettings = (ports: HttpPorts, deps: Deps): void => {
  const { settings } = deps;
  addBlockedAddresses(ports, deps.lockOut);
  addReverts(ports, deps);
  addProposals(ports, deps);
  bind(ports, getSettings, async ({ ctx, request }) =>
    shownValues(settingFormIn(request, ctx), settings, ctx),
  );
  addRoute(ports, {
    method: 'OPTIONS',
    url: partsOf(getSettings.addresses[0]).url,
    need: getSettings.permission,
    handle: async (ctx, request) => ({ body: describeSettings(request, settings, ctx) }),
  });
  bind(ports, listPanels, async ({ ctx }) => shownPanels(deps, ctx));
  bind(ports, getSettingHistory, async ({ ctx, request }) =>
    historyOf(toldFormIn(request, ctx), settings, ctx),
  );
  bind(ports, foreseeSettings, async ({ ctx, request, body }) => {
    const panel = settingFormIn(request, ctx, 'change');
    const sent = await body();
    refuseUnknown(sent);
    return consequencesOf(await readForm(panel.form, sent, 'patch', ctx), deps, ctx);
  });
  bind(ports, changeSettings, async ({ ctx, request, body }) => {
    const panel = settingFormIn(request, ctx, 'change');
    const mode = request.method === 'PUT' ? 'create' : 'patch';
    const sent = await body();
    refuseUnknown(sent);
    const values = await valuesFrom(panel, sent, mode, ctx);
    const submitted = await submitChange(panel, values, settings, ctx);
    if ('waits' in submitted) return whole({ status: 202, body: shownValues(panel, settings, ctx) });
    return shownValues(panel, settings, ctx, submitted.stored);
  });
};
