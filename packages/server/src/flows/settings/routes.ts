import { changeSettings, getSettings, listPanels } from '@gatehouse/contract/calls/settings.ts';
import { bind, partsOf } from '../../engine/calls/bind.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import type { Settings } from '../../platform/settings.ts';
import { describeSettings, panelsFor, settingFormIn } from './settingForms.ts';
import { shownValues, storeValues, valuesFrom } from './settingValues.ts';

/** Registers reading and changing product settings by panel, each with its permission. */
export const addSettings = (ports: HttpPorts, settings: Settings): void => {
  bind(ports, getSettings, async ({ ctx, request }) =>
    shownValues(settingFormIn(request, ctx), settings, ctx),
  );
  addRoute(ports, {
    method: 'OPTIONS',
    url: partsOf(getSettings.addresses[0]).url,
    need: getSettings.permission,
    handle: async (ctx, request) => ({ body: describeSettings(request, ctx) }),
  });
  bind(ports, listPanels, async ({ ctx }) => panelsFor(ctx));
  bind(ports, changeSettings, async ({ ctx, request, body }) => {
    const panel = settingFormIn(request, ctx, 'change');
    const mode = request.method === 'PUT' ? 'create' : 'patch';
    const values = await valuesFrom(panel, await body(), mode, ctx);
    await storeValues(panel, values, settings, ctx);
    return shownValues(panel, settings, ctx, values);
  });
};
