import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BgColorsOutlined,
  BlockOutlined,
  BranchesOutlined,
  CodeOutlined,
  DatabaseOutlined,
  FileOutlined,
  FileProtectOutlined,
  FolderOutlined,
  HddOutlined,
  HomeOutlined,
  IdcardOutlined,
  KeyOutlined,
  LockOutlined,
  LoginOutlined,
  MailOutlined,
  ProfileOutlined,
  SafetyCertificateOutlined,
  SafetyOutlined,
  ScheduleOutlined,
  SettingOutlined,
  ThunderboltOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import type { ComponentType } from 'react';

const icons: Record<string, ComponentType<{ 'aria-hidden'?: boolean }>> = {
  '/workbench/home': HomeOutlined,
  '/workbench/assets': HddOutlined,
  '/workbench/luna': CodeOutlined,
  '/workbench/file-manager': FolderOutlined,
  '/workbench/ops': ThunderboltOutlined,
  '/workbench/system-tools': ToolOutlined,
  '/tickets/my-tickets': ProfileOutlined,
  '/tickets/assigned-tickets': AuditOutlined,
  '/tickets/flow': BranchesOutlined,
  '/settings/basic': SettingOutlined,
  '/settings/orgs': ApartmentOutlined,
  '/settings/msg': MailOutlined,
  '/settings/features': AppstoreOutlined,
  '/settings/auth': LoginOutlined,
  '/settings/storage': DatabaseOutlined,
  '/settings/terminal': CodeOutlined,
  '/settings/applets': BlockOutlined,
  '/settings/security': SafetyOutlined,
  '/settings/interface': BgColorsOutlined,
  '/settings/tools': ToolOutlined,
  '/settings/tasks': ScheduleOutlined,
  '/settings/license': FileProtectOutlined,
  '/profile/info': IdcardOutlined,
  '/profile/setting': LockOutlined,
  '/profile/user': SettingOutlined,
  '/profile/user/setting': SettingOutlined,
  '/profile/api-keys': ApiOutlined,
  '/profile/temp-password': KeyOutlined,
  '/profile/connection-token': SafetyCertificateOutlined,
  '/profile/passkeys': KeyOutlined,
};

/** Drawing of a menu entry of an area one seldom starts in: of the first path that has one. */
export function FarIcon({ paths }: { paths: readonly string[] }) {
  const known = paths.find((path) => path in icons);
  const Drawing = (known && icons[known]) || FileOutlined;
  return <Drawing aria-hidden />;
}
