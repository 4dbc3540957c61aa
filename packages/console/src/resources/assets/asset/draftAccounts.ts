import { type Row, rawOf } from '../../../engine/resource/row.ts';

/** An account that will be made with its asset. */
export type DraftAccount = {
  name: string;
  username?: string;
  secret_type?: string;
  secret?: string;
  passphrase?: string;
  privileged?: boolean;
  is_active?: boolean;
  comment?: string;
  template?: string;
  templateName?: string;
};

const keyOf = (one: Row | DraftAccount): string => `${one.username ?? ''}/${rawOf(one.secret_type) ?? ''}`;

/** Drafts with templates added; a second one of the same user name and secret type is left out. */
export const templateDrafts = (
  drafts: readonly DraftAccount[],
  templates: readonly Row[],
): DraftAccount[] => {
  const next = [...drafts];
  for (const template of templates) {
    if (next.some((one) => one.template && keyOf(one) === keyOf(template))) continue;
    next.push({
      name: String(template.name),
      username: String(template.username ?? ''),
      secret_type: String(rawOf(template.secret_type) ?? ''),
      privileged: Boolean(template.privileged),
      is_active: true,
      template: String(template.id),
      templateName: String(template.name),
    });
  }
  return next;
};

/** Drafts as they are sent: secrets encrypted, nothing that only the form knows. */
export const draftBodies = async (
  drafts: readonly DraftAccount[],
  encrypt: (value: string) => Promise<string>,
): Promise<Record<string, unknown>[]> =>
  Promise.all(
    drafts.map(async ({ templateName: _, ...draft }) => ({
      ...draft,
      ...(draft.secret && { secret: await encrypt(draft.secret) }),
    })),
  );
