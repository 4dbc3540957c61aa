import { testAssistant } from '@gatehouse/contract/calls/settings.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Settings } from '../../platform/settings.ts';
import { settingFormOf } from '../settings/settingForms.ts';
import { outlivedSecrets, valuesFrom } from '../settings/settingValues.ts';
import { tryModel } from './modelAnswer.ts';

/**
 * Registers the test of unsaved panel values: those that are missing or null are taken from the stored
 * settings. A stored key is used only with the address and proxy it was stored for, so that it cannot be sent
 * elsewhere.
 */
export const addChatTest = (ports: HttpPorts, settings: Settings): void =>
  bind(
    ports,
    testAssistant,
    async ({ ctx, body }) => {
      const panel = settingFormOf('chat');
      const input = await valuesFrom(panel, await body(), 'patch', ctx);
      const outlived = outlivedSecrets(panel, input, settings);
      const current = (name: SettingName) =>
        input[name] ?? (outlived.includes(name) ? '' : settings.get(name));
      const refused = (key: string, params = {}) =>
        whole({ status: 400, body: { msg: ctx.t(`errors.${key}`, params) } });
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
      return { msg: ctx.t('panels.chat.tested') };
    },
    { noTransaction: true },
  );
