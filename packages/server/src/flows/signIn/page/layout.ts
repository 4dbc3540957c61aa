import { type Language, languages } from '../../../platform/i18n.ts';
import type { Look } from '../../appearance/look.ts';
import { footerOf } from './footer.ts';
import { type Html, html } from './html.ts';
import { mark, translate } from './icons.ts';

/** What every page that the server renders gets. */
export type PageFrame = {
  language: Language;
  title: string;
  /** How this installation looks: that of the product unless an administrator chose another. */
  look: Look;
  /** Address of the page on this site, to which the choice of a language leads back. */
  here: string;
  t(key: string, params?: Record<string, string | number>): string;
};

/** The name of each language in that language. */
const languageNames: Record<Language, string> = {
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
  en: 'English',
  ja: '日本語',
};

/** BCP 47 tags. */
const tags: Record<Language, string> = { 'zh-hans': 'zh-Hans', 'zh-hant': 'zh-Hant', en: 'en', ja: 'ja' };

const document = ({ language, title, look }: PageFrame, body: Html, scripts: Html): string =>
  html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${look.login_title}</title>
<link rel="icon" href="${look.favicon}">
<link rel="stylesheet" href="/static/base.css">
${
  look.theme_info.colors &&
  html`<link rel="stylesheet" href="/core/look.css?c=${look.theme_info.colors['--color-primary']?.slice(1)}">
`
}<link rel="stylesheet" href="/static/page.css">
<link rel="stylesheet" href="/static/art.css">
<link rel="stylesheet" href="/static/mfa.css">
<link rel="stylesheet" href="/static/ways.css">
<script src="/static/theme.js"></script>
${scripts}
</head>
<body>
${body}
</body>
</html>
`.markup;

const isOwn = (address: string): boolean => !address.startsWith('/static/');

/** The installation's own logo, or the product's mark, which has the colour of the text. */
const logoOf = ({ logo_logout }: Look): Html =>
  isOwn(logo_logout) ? html`<img class="logo" src="${logo_logout}" alt="">` : mark;

const languageUrl = (language: Language, { here }: PageFrame): string =>
  `/core/i18n/${language}/?next=${encodeURIComponent(here)}`;

const topLine = (frame: PageFrame): Html => html`<header class="top">
<span class="brand">${logoOf(frame.look)}${frame.look.login_title}</span>
<details class="languages">
<summary aria-label="${frame.t('language')}: ${languageNames[frame.language]}">${translate}${languageNames[frame.language]}</summary>
<ul>${languages.map(
  (language) =>
    html`<li><a href="${languageUrl(language, frame)}" lang="${tags[language]}"${language === frame.language && html` aria-current="true"`}>${languageNames[language]}</a></li>`,
)}</ul>
</details>
</header>`;

/** The picture beside the form: the installation's own covers the place, without the product's words. */
const artOf = ({ look, t }: PageFrame): Html =>
  isOwn(look.login_image)
    ? html`<div class="art own" aria-hidden="true"><img src="${look.login_image}" alt=""></div>`
    : html`<div class="art" aria-hidden="true"><img src="${look.login_image}" alt=""><div class="words">${t('slogan')}</div></div>`;

/** The sign-in layout: form on the left, the gate on the right where there is room. */
export const doorPage = (frame: PageFrame, content: Html): string =>
  document(
    frame,
    html`<div class="door">
<div class="side">
${topLine(frame)}
<main>${content}</main>
<footer class="foot">${frame.t('monitored')}${frame.look.footer_content && html`<div>${footerOf(frame.look.footer_content)}</div>`}</footer>
</div>
${artOf(frame)}
</div>`,
    html`<script type="module" src="/static/form.js"></script>`,
  );

/** A plain page with a text. */
export const textPage = (frame: PageFrame, content: Html): string =>
  document(
    frame,
    html`<div class="plain">${topLine(frame)}<main>${content}</main></div>`,
    html`<script type="module" src="/static/form.js"></script>`,
  );
