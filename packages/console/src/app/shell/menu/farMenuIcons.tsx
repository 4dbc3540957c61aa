import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BgColorsOutlined,
  BranchesOutlined,
  ClearOutlined,
  CloudUploadOutlined,
  CodeOutlined,
  DatabaseOutlined,
  FileOutlined,
  FileProtectOutlined,
  HddOutlined,
  HomeOutlined,
  IdcardOutlined,
  KeyOutlined,
  LockOutlined,
  LoginOutlined,
  MailOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  SettingOutlined,
  ThunderboltOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import type { MenuIcon } from '@gatehouse/contract/console/ConsolePlace.ts';
import type { ComponentType } from 'react';

type Drawing = ComponentType<{ 'aria-hidden'?: boolean }>;

/** The icons that definitions name, except the one included in the shell. */
const named: Record<Exclude<MenuIcon, 'user'>, Drawing> = {
  api: ApiOutlined,
  apartment: ApartmentOutlined,
  branches: BranchesOutlined,
  key: KeyOutlined,
  safety: SafetyCertificateOutlined,
};

const icons: Record<string, Drawing> = {
  ...named,
  '/workbench/home': HomeOutlined,
  '/workbench/assets': HddOutlined,
  '/workbench/luna': CodeOutlined,
  '/workbench/file-manager': CloudUploadOutlined,
  '/workbench/ops': ThunderboltOutlined,
  '/workbench/system-tools': ToolOutlined,
  '/settings/tools': ToolOutlined,
  '/tickets/my-tickets': ProfileOutlined,
  '/tickets/assigned-tickets': AuditOutlined,
  '/settings/basic': SettingOutlined,
  '/settings/msg': MailOutlined,
  '/settings/auth': LoginOutlined,
  '/settings/storage': DatabaseOutlined,
  '/settings/terminal': CodeOutlined,
  '/settings/security': SafetyCertificateOutlined,
  '/settings/interface': BgColorsOutlined,
  '/settings/features': AppstoreOutlined,
  '/settings/license': FileProtectOutlined,
  '/settings/clean': ClearOutlined,
  '/profile/info': IdcardOutlined,
  '/profile/setting': LockOutlined,
  '/profile/user': SettingOutlined,
  '/profile/user/setting': SettingOutlined,
};

/** Icon of a menu entry for which the shell includes none: that of the first name or path that has one. */
export function FarIcon({ names }: { names: readonly string[] }) {
  const known = names.find((name) => name in icons);
  const Drawing = (known && icons[known]) || FileOutlined;
  return <Drawing aria-hidden />;
}
