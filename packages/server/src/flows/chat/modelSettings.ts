import { AppError } from '@gatehouse/contract/errors.ts';
import type { Settings } from '../../platform/settings.ts';
import type { ModelEndpoint } from './modelRequest.ts';

/** The model configured by administrators. */
export const endpointOf = (settings: Settings): ModelEndpoint => ({
  baseUrl: settings.get('GPT_BASE_URL'),
  key: settings.get('GPT_API_KEY'),
  proxy: settings.get('GPT_PROXY'),
  model: settings.get('GPT_MODEL'),
});

/** Refuses while the assistant is off. */
export const refuseWhenOff = (settings: Settings): void => {
  if (!settings.get('CHAT_AI_ENABLED'))
    throw new AppError('permission_denied', {}, { messageKey: 'chat_off' });
};
