import {
  changeLook,
  getLook,
  getLookStyle,
  listThemes,
  restoreLook,
} from '@gatehouse/contract/calls/appearance.ts';
import { getLogo } from '@gatehouse/contract/calls/settings.ts';
import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import { type LookImage, lookForm, lookImages, lookSettings } from '@gatehouse/contract/look/lookForm.ts';
import {
  isThemeColour,
  OWN_THEME,
  themeColour,
  themeNames,
  themeVariables,
} from '@gatehouse/contract/look/themes.ts';
import type { SettingValues, settingCategories } from '@gatehouse/contract/settings/catalogue.ts';
import { bind, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { formOfSpec, readForm } from '../../engine/form.ts';
import type { HttpPorts } from '../../engine/http.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { createStaticFolder } from '../../platform/http/staticFolder.ts';
import type { Settings } from '../../platform/settings.ts';
import { settingFormOf } from '../settings/settingForms.ts';
import { storeValues } from '../settings/settingValues.ts';
import { imageAnswer, storeImage } from './images.ts';
import { imageSettings, lookOf } from './look.ts';
import { lookStyle } from './lookStyle.ts';
import { readSentLook, type SentLook } from './sentLook.ts';

type Deps = { settings: Settings; blobs: Blobs };
type Look = Partial<Pick<SettingValues, keyof typeof settingCategories.interface.settings>>;

const form = formOfSpec(lookForm);

const fieldNames = Object.keys(lookSettings) as (keyof typeof lookSettings)[];

const shown = (settings: Settings, changed: Look = {}) => {
  const values = { ...settings.all(), ...changed };
  const get: Settings['get'] = (name) => values[name];
  return { ...lookOf({ get }), theme_color: values.INTERFACE_COLOUR };
};

const refuseColour = ({ INTERFACE_THEME: theme, INTERFACE_COLOUR: colour }: Look) => {
  if (colour ? !isThemeColour(colour) : theme === OWN_THEME) throw fieldError('theme_color', 'theme_colour');
};

/** The settings that a request changes; new pictures are stored, and an empty text takes a picture away. */
const changesOf = async ({ texts, pictures }: SentLook, ctx: Context, blobs: Blobs): Promise<Look> => {
  const sent = Object.entries(texts).filter(([name]) => fieldNames.some((known) => known === name));
  const isPicture = (name: string): name is LookImage => lookImages.some((image) => image === name);
  const words = Object.fromEntries(sent.filter(([name]) => !isPicture(name)));
  const read = Object.entries(await readForm(form, words, 'patch', ctx)).filter(([name]) => name in words);
  const taken = sent.filter(([name, value]) => isPicture(name) && value === '');
  const changes = Object.fromEntries(
    [...read, ...taken].map(([name, value]) => [lookSettings[name as keyof typeof lookSettings], value]),
  ) as Look;
  refuseColour(changes);
  for (const [name, file] of pictures)
    changes[imageSettings[name]] = await storeImage(name, file, { ctx, blobs });
  return changes;
};

/** Replaced pictures stay as long as the operate log names them: reverting a change takes them up again. */
const store = async (changes: Look, { settings }: Deps, ctx: Context): Promise<void> => {
  await storeValues(settingFormOf('interface'), changes, settings, ctx);
};

const originals = (settings: Settings): Look => {
  const usual = settings.defaults();
  return Object.fromEntries(fieldNames.map((name) => [lookSettings[name], usual[lookSettings[name]]]));
};

const bindLogo = (ports: HttpPorts, { settings, blobs }: Deps) => {
  const files = createStaticFolder(new URL('../../../public/', import.meta.url));
  bind(ports, getLogo, async ({ query, request }) => {
    const image = query.size && query.size !== 'small' ? 'logo_index' : 'logo_logout';
    const uploaded = await imageAnswer(settings.get(imageSettings[image]), blobs);
    const answer = uploaded ?? (await files.answer('mark.svg', request.raw, 'public, max-age=300'));
    if (!answer) throw new AppError('not_found');
    return whole(answer);
  });
};

/** Registers reading, changing and restoring how the pages look (reference 07 §8). */
export const addAppearance = (ports: HttpPorts, deps: Deps): void => {
  const { settings, blobs } = deps;
  bind(ports, getLook, async () => shown(settings));
  bind(ports, changeLook, async ({ ctx, request }) => {
    const changes = await changesOf(await readSentLook(request), ctx, blobs);
    await store(changes, deps, ctx);
    return shown(settings, changes);
  });
  bind(ports, restoreLook, async ({ ctx }) => {
    await store(originals(settings), deps, ctx);
    return { success: ctx.t('forms.interface.restored') };
  });
  bind(ports, listThemes, async () =>
    themeNames
      .filter((name) => name !== OWN_THEME)
      .map((name) => ({ name, colors: themeVariables(themeColour(name, '')) })),
  );
  bindLogo(ports, deps);
  bind(ports, getLookStyle, async () =>
    whole({
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' },
      body: lookStyle(settings),
    }),
  );
};
