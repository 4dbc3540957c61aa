import { addRoute, type HttpPorts } from '../../engine/http.ts';
import type { Settings } from '../../platform/settings.ts';
import { describeSettings, settingFormIn } from './settingForms.ts';
import { givenValues, shownValues, storeValues } from './settingValues.ts';

const url = '/api/v1/settings/setting/';

/** Registers reading and changing product settings, panel by panel; each panel names the permission it asks for. */
export const addSettings = (ports: HttpPorts, settings: Settings): void => {
  addRoute(ports, {
    method: 'GET',
    url,
    need: 'validUser',
    handle: async (ctx, request) => ({ body: shownValues(settingFormIn(request, ctx), settings, ctx) }),
  });
  addRoute(ports, {
    method: 'OPTIONS',
    url,
    need: 'validUser',
    handle: async (ctx, request) => ({ body: describeSettings(request, ctx) }),
  });
  for (const method of ['PUT', 'PATCH'] as const)
    addRoute(ports, {
      method,
      url,
      need: 'validUser',
      handle: async (ctx, request) => {
        const panel = settingFormIn(request, ctx);
        const mode = method === 'PUT' ? 'create' : 'patch';
        const given = await givenValues(panel, request.body, mode, ctx);
        await storeValues(panel, given, settings, ctx);
        return {
          body: { ...shownValues(panel, settings, ctx), ...withoutSecrets(given, panel.form.fields) },
        };
      },
    });
};

/** Secrets are not repeated to whoever sent them either. */
const withoutSecrets = (
  given: Record<string, unknown>,
  fields: Readonly<Record<string, { writeOnly?: boolean }>>,
) => Object.fromEntries(Object.entries(given).filter(([name]) => !fields[name]?.writeOnly));
