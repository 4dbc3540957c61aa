import { previewMail } from '@gatehouse/contract/calls/settings.ts';
import { bind } from '../../../engine/calls/bind.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import type { Settings } from '../../../platform/settings.ts';
import { userNamed } from '../../../resources/users/user/statements.ts';
import { settingFormOf } from '../../settings/settingForms.ts';
import { valuesFrom } from '../../settings/settingValues.ts';
import { letterOf } from '../letter.ts';
import { subjectLine } from './email.ts';
import { framed, type MailFrame } from './mailFrame.ts';

/** Registers the preview of the mail to new users: what a form contains, written to the caller. */
export const addMailPreview = (
  ports: HttpPorts,
  deps: { settings: Settings; frameOf: () => MailFrame; siteUrl: () => string | undefined },
): void =>
  bind(ports, previewMail, async ({ ctx, body }) => {
    const { settings, siteUrl, frameOf } = deps;
    const sent = await valuesFrom(settingFormOf('email_content'), await body(), 'patch', ctx);
    const text = (name: string) => String(sent[`EMAIL_CUSTOM_USER_CREATED_${name}`] ?? '');
    const texts = {
      subject: text('SUBJECT'),
      honorific: text('HONORIFIC'),
      body: text('BODY'),
      signature: text('SIGNATURE'),
    };
    const { name, username } = ctx.actor;
    const receiver = { name, username, email: (await userNamed(username, ctx.db))?.email ?? '' };
    const letter = letterOf(
      { key: 'user_created', params: { password: 'set' } },
      { ...deps, language: ctx.language, lookup: ctx.engine.lookup, siteUrl },
      { receiver, texts },
    );
    const subject = subjectLine(settings, letter.subject);
    return { subject, text: letter.text, html: framed(letter, { ...frameOf(), language: ctx.language }) };
  });
