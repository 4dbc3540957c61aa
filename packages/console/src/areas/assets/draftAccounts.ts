import type { MethodParams } from '@gatehouse/contract/assets/automationMethods.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { accounttemplate } from '@gatehouse/contract/resources/accounts/accounttemplate.ts';
import { namedParams } from '../../resources/accounts/namedParams.ts';

/** An account to be created with its asset. */
export type DraftAccount = {
  name: string;
  username?: string;
  secret_type?: string;
  secret?: string;
  passphrase?: string;
  privileged?: boolean;
  is_active?: boolean;
  comment?: string;
  push_now?: boolean;
  params?: MethodParams;
  template?: string;
  templateName?: string;
};

/** The part of a template that drafts use. */
type Source = Pick<RowOf<typeof accounttemplate>, 'id' | 'name' | 'username' | 'secret_type' | 'privileged'>;

const keyOf = (username: string | undefined, secretType: string | undefined): string =>
  `${username ?? ''}/${secretType ?? ''}`;

/** Drafts plus templates; of templates with the same username and secret type, only the first is added. */
export const templateDrafts = (
  drafts: readonly DraftAccount[],
  templates: readonly Source[],
): DraftAccount[] => {
  const next = [...drafts];
  for (const template of templates) {
    const key = keyOf(template.username, template.secret_type.value);
    if (next.some((draft) => draft.template && keyOf(draft.username, draft.secret_type) === key)) continue;
    next.push({
      name: template.name,
      username: template.username,
      secret_type: template.secret_type.value,
      privileged: template.privileged,
      is_active: true,
      template: template.id,
      templateName: template.name,
    });
  }
  return next;
};

/** Drafts as sent: the secret encrypted, without the template's name, which only the form uses. */
export const draftBodies = async (
  drafts: readonly DraftAccount[],
  encrypt: (value: string) => Promise<string>,
): Promise<Record<string, unknown>[]> =>
  Promise.all(
    drafts.map(async ({ templateName: _, params, ...draft }) => ({
      ...draft,
      ...(draft.push_now && params && { params: namedParams(params) }),
      ...(draft.secret && { secret: await encrypt(draft.secret) }),
    })),
  );
