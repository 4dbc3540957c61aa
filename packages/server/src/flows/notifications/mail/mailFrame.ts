import { isThemeColour } from '@gatehouse/contract/look/themes.ts';
import { escapeHtml } from '../../../resources/notifications/sitemessage/messageHtml.ts';
import type { Letter } from '../channel.ts';

/** What a mail says about the installation it comes from. */
export type MailFrame = {
  title: string;
  site: string;
  language: string;
  footer: string;
  /** Colour of the theme, above the message; empty for none. */
  colour: string;
};

/**
 * Colours for light and dark. Programs that know neither `color-scheme` nor media queries show the first, all of it
 * text on its own background, so that no forced darkening leaves dark text on dark.
 */
const style = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0}
@media (prefers-color-scheme:dark){
.page{background:#16181d!important}
.card{background:#1f2228!important;border-color:#363b45!important}
.text,.text p,.text li,.text td,.head{color:#e6e8ec!important}
.small{color:#a3a9b5!important}
.text a{color:#7db1ff!important}
}`;

const font =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans CJK SC',sans-serif";

/**
 * A message as an HTML mail: one column, no pictures and nothing that is fetched, so that it reads the same where pictures
 * are blocked. `letter.html` is safe; everything else is escaped here.
 */
export const framed = ({ subject, html }: Letter, frame: MailFrame): string => {
  const title = escapeHtml(frame.title);
  const site = escapeHtml(frame.site);
  const from = site ? `<a href="${site}" style="color:#5b6270">${site}</a>` : title;
  const footer = frame.footer ? `${escapeHtml(frame.footer)}<br>` : '';
  const accent = isThemeColour(frame.colour) ? `border-top:3px solid ${frame.colour};` : '';
  return `<!doctype html>
<html lang="${escapeHtml(frame.language)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title><style>${style}</style></head>
<body class="page" style="margin:0;background:#f4f5f7;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f4f5f7"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="max-width:560px;background:#ffffff;border:1px solid #dfe2e8;${accent}border-radius:8px">
<tr><td class="head" style="padding:20px 24px 0;font-size:13px;line-height:20px;color:#1f2329;font-weight:600">${title}</td></tr>
<tr><td class="head" style="padding:4px 24px 0;font-size:20px;line-height:28px;color:#1f2329;font-weight:600;overflow-wrap:anywhere">${escapeHtml(subject)}</td></tr>
<tr><td class="text" style="padding:8px 24px 20px;font-size:15px;line-height:24px;color:#1f2329;overflow-wrap:anywhere">${html}</td></tr>
</table>
<div class="small" style="max-width:560px;padding:16px 24px 0;font-size:12px;line-height:18px;color:#5b6270">${footer}${from}</div>
</td></tr></table></body></html>`;
};
