import { laterMessages } from '../../packages/contract/src/messages/protocolMessages.ts';
import { type SettingName, settingCategories } from '../../packages/contract/src/settings/catalogue.ts';
import { whyNoEffect } from '../../packages/contract/src/settings/later.ts';
import { noSettings } from '../../packages/contract/src/settings/noSettings.ts';
import { shownCategories } from '../../packages/contract/src/settings/panels/settingPanels.ts';
import {
  type SettingCategory,
  type SettingSpec,
  settingEffects,
} from '../../packages/contract/src/settings/setting.ts';

/** Path of the document that describes the settings. */
export const settingDocsPath = 'docs/settings.md';

const inCode = (value: unknown) => `\`${JSON.stringify(value)}\``;

const boundsOf = ({ field }: SettingSpec): string => {
  const spec = field as { min?: number; max?: number; choices?: readonly unknown[]; open?: boolean };
  if (spec.choices) return spec.choices.map(inCode).join(', ') + (spec.open ? ', or another' : '');
  const unit = field.kind === 'text' || field.kind === 'secret' ? ' characters' : '';
  if (spec.min !== undefined && spec.max !== undefined) return `${spec.min} to ${spec.max}${unit}`;
  if (spec.max !== undefined) return `at most ${spec.max}${unit}`;
  return spec.min === undefined ? '' : `at least ${spec.min}${unit}`;
};

const readersOf = (spec: SettingSpec): string =>
  [
    spec.public && 'console',
    spec.component && 'components',
    spec.field.kind === 'secret' && 'nobody (secret)',
    spec.licence && 'needs a licence',
    spec.variable && `\`${spec.variable}\``,
  ]
    .filter(Boolean)
    .join(', ');

const waysOf = (name: string, { closed }: SettingCategory): string => {
  if (closed === 'page')
    return 'Changed on its page of the console and by `PUT /api/v1/xpack/interface/setting/`.';
  if (closed) return 'Not changed by clients.';
  return shownCategories.has(name)
    ? 'Changed in the console and by the API.'
    : 'Changed by the API; the console has no panel yet.';
};

type Folders = ReadonlyMap<string, readonly string[]>;

const effectOf = (key: string, { effect }: SettingSpec, folders: Folders): string => {
  const none = whyNoEffect(key as SettingName);
  if (none) return none;
  const places = (folders.get(key) ?? []).map((folder) => `\`${folder}\``).join(', ');
  return places ? `${settingEffects[effect]}, in ${places}` : settingEffects[effect];
};

const section = ([name, category]: [string, SettingCategory], folders: Folders): string => {
  const rows = Object.entries(category.settings).map(
    ([key, spec]) =>
      `| \`${key}\` | ${spec.field.kind} | ${inCode(spec.initial)} | ${boundsOf(spec)} | ${effectOf(key, spec, folders)} | ${readersOf(spec)} |`,
  );
  const test = category.test ? ` Tested by \`POST ${category.test}\`.` : '';
  const also = category.also?.length ? ` Also: ${category.also.map((key) => `\`${key}\``).join(', ')}.` : '';
  const table = `
| Setting | Kind | Default | Bounds | Takes effect | Sent to |
|---|---|---|---|---|---|
${rows.join('\n')}
`;
  return `## ${name}

Permission \`${category.permission}\`${category.change ? `, to change \`${category.change}\`` : ''}. ${waysOf(name, category)}${test}${also}
${rows.length ? table : ''}`;
};

/** The documentation of every product setting, from the catalogue and the programs that read them. */
export const settingDocs = (folders: Folders): string => `# Settings

Written by \`npm run check -- --write\` from the catalogue in \`packages/contract/src/settings\`; \`npm run check\` compares them.

Values that administrators change are in the database; every server hears of a change at once. A variable of the environment comes
before the default. A category is read and changed with \`GET\` and \`PATCH /api/v1/settings/setting/?category=<name>\`. Secrets are encrypted and never sent back.
The folders are those of the programs that heed a setting. What takes effect "nothing yet" is kept for what comes with a later
version; the console does not show it. \`npm run settings\` reads and writes all of them as a file (README), except the licence and what is fixed.

${Object.entries<SettingCategory>(settingCategories)
  .map((entry) => section(entry, folders))
  .join('\n')}
## Not settings here

Settings of the reference that the API does not know; a change that names one is refused ([decision 0404](decisions/0404-unknown-settings-refused.md)).

| Setting | Because |
|---|---|
${Object.entries(noSettings)
  .map(([name, reason]) => `| \`${name}\` | ${reason} |`)
  .join('\n')}

## Messages that come later

Messages of the reference that nothing sends yet; they are not offered to subscribers.

| Message | Comes with |
|---|---|
${laterMessages.map(([name, comesWith]) => `| ${name} | ${comesWith} |`).join('\n')}
`;
