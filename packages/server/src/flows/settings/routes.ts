import { changeSettings, getSettings, listPanels } from '@gatehouse/contract/calls/settings.ts';
import { bind, partsOf } from '../../engine/calls/bind.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Licence } from '../licence/licence.ts';
import { describeSettings, settingFormIn } from './settingForms.ts';
import { shownValues, storeValues, valuesFrom } from './settingValues.ts';
import { shownPanels } from './shownPanels.ts';

type Deps = { settings: Settings; licence: Licence };

/** Registers reading and changing product settings by category, each with its permission. */
export const addSettings = (ports: HttpPorts, { settings, licence }: Deps): void => {
  bind(ports, getSettings, async ({ ctx, request }) =>
    shownValues(settingFormIn(request, ctx), settings, ctx),
  );
  addRoute(ports, {
    method: 'OPTIONS',
    url: partsOf(getSettings.addresses[0]).url,
    need: getSettings.permission,
    handle: async (ctx, request) => ({ body: describeSettings(request, ctx) }),
  });
  bind(ports, listPanels, async ({ ctx }) => shownPanels(licence.isValid(), ctx));
  bind(ports, changeSettings, async ({ ctx, request, body }) => {
    const panel = settingFormIn(request, ctx, 'change');
    const mode = request.method === 'PUT' ? 'create' : 'patch';
    const values = await valuesFrom(panel, await body(), mode, ctx);
    await storeValues(panel, values, settings, ctx);
    return shownValues(panel, settings, ctx, values);
  });
};
