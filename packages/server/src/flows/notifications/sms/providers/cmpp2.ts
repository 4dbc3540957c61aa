import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import { outgoing } from '../../../../platform/outgoing/outgoing.ts';
import { commands, connectBody, longestText, submitBody, textBytes } from '../cmpp/packets.ts';
import { openSession } from '../cmpp/session.ts';
import {
  nationalNumber,
  type SmsProvider,
  SmsRefused,
  type SmsSettings,
  SmsTooLong,
} from '../SmsProvider.ts';

/** Timeout for reaching the message centre, in milliseconds. */
const patienceMs = 10_000;

/** How many characters the fields of the protocol take. */
const sizes: { readonly [name in SettingName]?: number } = {
  CMPP2_SP_ID: 6,
  CMPP2_SERVICE_ID: 10,
  CMPP2_SRC_ID: 21,
};

const refuseLong = (settings: SmsSettings): void => {
  for (const [name, most] of Object.entries(sizes) as [SettingName, number][])
    if (String(settings.get(name)).length > most) throw new SmsTooLong(name, most);
};

/** The text with the code, below the signature in the brackets that the rules for such messages ask for. */
const textOf = (code: string, settings: SmsSettings): Buffer => {
  const template = settings.get('CMPP2_VERIFY_TEMPLATE_CODE').replaceAll('{code}', code);
  const text = textBytes(`【${settings.get('CMPP2_VERIFY_SIGN_NAME')}】${template}`);
  if (text.length > longestText) throw new SmsTooLong('CMPP2_VERIFY_TEMPLATE_CODE', longestText / 2);
  return text;
};

/** A message centre of China Mobile's protocol CMPP 2.0. */
export const cmpp2: SmsProvider = {
  needs: [
    'CMPP2_HOST',
    'CMPP2_SP_ID',
    'CMPP2_SP_SECRET',
    'CMPP2_SERVICE_ID',
    'CMPP2_VERIFY_SIGN_NAME',
    'CMPP2_VERIFY_TEMPLATE_CODE',
  ],
  host: (settings) => settings.get('CMPP2_HOST'),
  send: async ({ phone, code }, settings, signal) => {
    refuseLong(settings);
    const text = textOf(code, settings);
    const spId = settings.get('CMPP2_SP_ID');
    const target = { host: settings.get('CMPP2_HOST'), port: settings.get('CMPP2_PORT') };
    const socket = await outgoing.dial({ ...target, timeoutMs: patienceMs });
    const stop = () => socket.destroy();
    signal.addEventListener('abort', stop);
    socket.on('error', () => undefined);
    const session = openSession(socket);
    try {
      const welcome = await session.ask(
        commands.connect,
        connectBody(spId, settings.get('CMPP2_SP_SECRET'), new Date()),
      );
      if (welcome.at(0) !== 0) throw new SmsRefused(`CONNECT ${welcome.at(0) ?? ''}`);
      const taken = await session.ask(
        commands.submit,
        submitBody({
          spId,
          serviceId: settings.get('CMPP2_SERVICE_ID'),
          srcId: settings.get('CMPP2_SRC_ID'),
          phone: nationalNumber(phone),
          text,
        }),
      );
      if (taken.at(8) !== 0) throw new SmsRefused(`SUBMIT ${taken.at(8) ?? ''}`);
      session.end();
    } finally {
      signal.removeEventListener('abort', stop);
      socket.destroySoon();
    }
  },
};
