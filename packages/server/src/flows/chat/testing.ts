import { AppError } from '@gatehouse/contract/errors.ts';
import { type SettingName, settingCategories } from '@gatehouse/contract/settings/catalogue.ts';
import { addRoute, type HttpPorts } from '../../engine/http.ts';
import type { Settings } from '../../platform/settings.ts';
import { settingFormOf } from '../settings/settingForms.ts';
import { givenValues, outlivedSecrets } from '../settings/settingValues.ts';
import { tryModel } from './modelAnswer.ts';

/**
 * Registers the test of a panel that may not be saved yet: what it leaves empty is filled with what is stored. A stored
 * key is used only at the address it was stored for, so that nobody can send it elsewhere.
 */
export const addChatTest = (ports: HttpPorts, settings: Settings): void =>
  addRoute(ports, {
    method: 'POST',
    url: settingCategories.chat.test,
    need: settingCategories.chat.permission,
    noTransaction: true,
    handle: async (ctx, request) => {
      const panel = settingFormOf('chat');
      const given = await givenValues(panel, request.body, 'patch', ctx);
      const outlived = outlivedSecrets(panel, given, settings);
      const current = (name: SettingName) =>
        given[name] ?? (outlived.includes(name) ? '' : settings.get(name));
      const refused = (key: string, params = {}) => ({
        status: 400,
        body: { msg: ctx.t(`errors.${key}`, params) },
      });
      if (!current('CHAT_AI_ENABLED')) return refused('chat_off');
      try {
        await tryModel({
          baseUrl: String(current('GPT_BASE_URL')),
          proxy: String(current('GPT_PROXY')),
          model: String(current('GPT_MODEL')),
          key: String(current('GPT_API_KEY')),
        });
      } catch (error) {
        if (error instanceof AppError) return refused(error.messageKey, error.params);
        return refused('chat_unreachable');
      }
      return { body: { msg: ctx.t('panels.chat.tested') } };
    },
  });
