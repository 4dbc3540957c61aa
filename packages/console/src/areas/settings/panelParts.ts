import type { SettingIn, SettingPanelName } from '@gatehouse/contract/settings/panels/settingPanels.ts';
import type { ComponentType } from 'react';
import type { Input } from '../../engine/fields/FieldUi.ts';
import type { Values } from '../../engine/form/FormItem.ts';
import { AnnouncementPreview } from './parts/AnnouncementPreview.tsx';
import { AuditStreamState } from './parts/AuditStreamState.tsx';
import { Backups } from './parts/Backups.tsx';
import { BlockedAddresses } from './parts/BlockedAddresses.tsx';
import { FarStorageInput } from './parts/FarStorageInput.tsx';
import { MailPreview } from './parts/MailPreview.tsx';
import { ModelInput } from './parts/ModelInput.tsx';
import { PasswordExample } from './parts/PasswordExample.tsx';
import { VaultButtons } from './parts/VaultButtons.tsx';
import type { ToWire } from './ToWire.ts';
import { TestAssistant } from './testing/TestAssistant.tsx';
import { TestAuditStream } from './testing/TestAuditStream.tsx';
import { TestMail } from './testing/TestMail.tsx';
import { TestSms } from './testing/TestSms.tsx';
import { TestWebhook } from './testing/TestWebhook.tsx';

/** What a panel has beyond its settings. */
export type PanelParts<Name extends string = string> = {
  /** Inputs used in place of those of the fields' kinds. */
  inputs?: { readonly [K in Name]?: Input };
  /** A setting that has no effect with some values of the form: it is shown, but cannot be changed then. */
  applies?: { readonly [K in Name]?: (values: Values) => boolean };
  /** Content below the settings of a group, such as a button that opens a dialog. */
  below?: { readonly [group: string]: ComponentType };
  /** Below a group, a button that opens the dialog of the category which a setting names. */
  dialog?: { group: string; by: Name };
  /** The setting beneath which the result of a test is shown. */
  tested?: Name;
  /** Buttons beside Submit. */
  Buttons?: ComponentType<{ toWire: ToWire; category: string }>;
  /** Saved values become part of the session's public settings, so that they apply without a reload. */
  isPublic?: true;
};

const usesVault = ({ VAULT_ENABLED }: Values): boolean => VAULT_ENABLED === true;

/** Parts of the panels that settings alone do not draw, by panel. */
export const panelParts: { readonly [P in SettingPanelName]?: PanelParts<SettingIn<P>> } = {
  basic: { isPublic: true },
  announcement: { below: { basic: AnnouncementPreview }, isPublic: true },
  ticket: { isPublic: true },
  security_auth: {
    applies: { SECURITY_MFA_IN_LOGIN_PAGE: ({ SECURITY_MFA_AUTH }) => Number(SECURITY_MFA_AUTH) === 1 },
  },
  security_login_limit: { below: { address: BlockedAddresses } },
  security_session: { isPublic: true },
  security_password: { below: { rule: PasswordExample } },
  email: { tested: 'EMAIL_HOST', Buttons: TestMail },
  email_content: { below: { basic: MailPreview } },
  webhook: { tested: 'WEBHOOK_URL', Buttons: TestWebhook },
  sms: { dialog: { group: 'basic', by: 'SMS_BACKEND' } },
  alibaba: { tested: 'SMS_TEST_PHONE', Buttons: TestSms },
  tencent: { tested: 'SMS_TEST_PHONE', Buttons: TestSms },
  huawei: { tested: 'SMS_TEST_PHONE', Buttons: TestSms },
  cmpp2: { tested: 'SMS_TEST_PHONE', Buttons: TestSms },
  custom: { tested: 'SMS_TEST_PHONE', Buttons: TestSms },
  custom_file: { tested: 'SMS_TEST_PHONE', Buttons: TestSms },
  audit_stream: {
    tested: 'AUDIT_STREAM_HOST',
    below: { receiver: AuditStreamState },
    Buttons: TestAuditStream,
  },
  backup: { inputs: { BACKUP_STORAGE: FarStorageInput }, below: { backup: Backups } },
  vault: {
    applies: {
      VAULT_HCP_HOST: usesVault,
      VAULT_HCP_TOKEN: usesVault,
      VAULT_HCP_MOUNT_POINT: usesVault,
    },
    tested: 'VAULT_HCP_HOST',
    Buttons: VaultButtons,
  },
  chat: { inputs: { GPT_MODEL: ModelInput }, tested: 'GPT_BASE_URL', Buttons: TestAssistant, isPublic: true },
};
