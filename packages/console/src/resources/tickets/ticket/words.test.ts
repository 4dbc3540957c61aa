import { expect, test } from 'vitest';

type Texts = { [key: string]: string & Texts };
const pressedIn = import.meta.glob<Texts>('../../../locales/*/tickets.json', {
  eager: true,
  import: 'default',
});
const toldIn = import.meta.glob<Texts>('../../../../../contract/src/locales/*/tickets.json', {
  eager: true,
  import: 'default',
});

test.each(['en', 'zh-hans', 'zh-hant', 'ja'])(
  'the buttons and the server use the same words for a decision in the language %s',
  (language) => {
    const pressed = pressedIn[`../../../locales/${language}/tickets.json`] ?? {};
    const served = toldIn[`../../../../../contract/src/locales/${language}/tickets.json`] ?? {};
    const levels = served.ticket?.choices?.approval_step;
    const words = {
      approve: pressed.approve,
      reject: pressed.reject,
      close: pressed.close,
      comment: pressed.comment,
      first: pressed.flow?.level?.replace('{{level}}', '1'),
      second: pressed.flow?.level?.replace('{{level}}', '2'),
    };
    expect(Object.values(words)).not.toContain(undefined);
    expect(words).toEqual({
      approve: served.applyassetticket?.actions?.approve,
      reject: served.ticket?.actions?.reject,
      close: served.ticket?.actions?.close,
      comment: served.comment?._,
      first: levels?.['1'],
      second: levels?.['2'],
    });
  },
);
